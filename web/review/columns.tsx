import { type ReactNode, useState } from 'react'
import { t } from '@lingui/core/macro'
import type { DocumentKind } from '#contract/documents/documents.ts'
import type { Sort } from '#contract/review/filter.ts'
import type { ReviewRow } from '#contract/review/review-row.ts'
import { FLAG_WORDS } from '#contract/review/stages.ts'
import { useSite } from '../layout/public-layout.tsx'
import { Icon } from '../ui/icon.tsx'
import { splitValues } from './address.ts'
import { keysOf } from '../staff-ui/typed-choice.ts'
import { sentAt } from './sent-at.ts'
import { StageMark } from './stage-mark.tsx'

type Column = {
  words: string
  sort?: Sort
  /** The words for both sorting directions; without them `lowest first` and `highest first`. */
  orderWords?: readonly [ascending: string, descending: string]
  alignRight?: true
  cell: (row: ReviewRow) => ReactNode
}

export const GENDERS = { F: t`Woman`, M: t`Man`, O: t`Other` } as const
const SHORT_DOCUMENTS: Partial<Record<DocumentKind, string>> = { cv: t`CV`, cover_letter: t`letter` }
/** `CV, letter and 2 more`: the job's names for other documents are too long for a cell. */
const documentWords = (kinds: DocumentKind[]) => {
  const short = kinds.flatMap((kind) => SHORT_DOCUMENTS[kind] ?? [])
  const others = kinds.length - short.length
  if (others === 0) return short.join(', ') || t`None`
  return short.length === 0 ? t`${others} named` : t`${short.join(', ')} and ${others} more`
}
const yesOrNo = (value: boolean | null) => {
  if (value === null) return ''
  return value ? t`Yes` : t`No`
}

/** The time of the submit, without the present year. That is the year of the server's clock if known. */
const SentAt = ({ moment }: { moment: string }) => {
  const site = useSite()
  const [shownAt] = useState(() => new Date())
  return sentAt(moment, site ? new Date(site.server_time) : shownAt)
}
/** The short name of a level: `KCSE` from its brackets, else its name without the brackets. */
const shortLevel = (name: string) => /\(([A-Z]{3,})\)/.exec(name)?.[1] ?? name.replace(/\s*\(.*?\)/, '')

/** Months as years with one decimal. It is never rounded up: 35 months are 2.9 years. */
export const yearsFromMonths = (months: number) => {
  const tenthsOfYear = Math.floor((months * 10) / 12)
  return months === 0 ? '0' : (tenthsOfYear / 10).toFixed(1)
}

/** How many officers have opened the application; this officer is named first: `You + 2` or `2`. */
const readBy = ({ readers, read_by_me: readByMe }: ReviewRow) => {
  if (readByMe) return readers > 1 ? t`You + ${readers - 1}` : t`You`
  return readers > 0 ? readers : <span className="quiet">{t`No one`}</span>
}

const A_TO_Z = [t`A to Z`, t`Z to A`] as const

/** The columns that the table can show, in this order. `pwd`: a person with a disability. */
const COLUMNS = {
  name: { words: t`Name`, cell: (row) => row.name },
  gender: {
    words: t`Gender`,
    sort: 'gender',
    orderWords: [t`women first`, t`others first`],
    cell: (row) => row.gender && GENDERS[row.gender],
  },
  age: { words: t`Age`, sort: 'age', alignRight: true, cell: (row) => row.age },
  pwd: {
    words: t`PWD`,
    sort: 'pwd',
    orderWords: [t`no disability first`, t`disability first`],
    cell: (row) => yesOrNo(row.is_pwd),
  },
  county: { words: t`County`, sort: 'county', orderWords: A_TO_Z, cell: (row) => row.county },
  constituency: {
    words: t`Constituency`,
    sort: 'constituency',
    orderWords: A_TO_Z,
    cell: (row) => row.constituency,
  },
  ward: { words: t`Ward`, sort: 'ward', orderWords: A_TO_Z, cell: (row) => row.ward },
  place: { words: t`Applied for`, cell: (row) => row.place },
  level: {
    words: t`Highest`,
    sort: 'level',
    cell: (row) => <span title={row.level}>{shortLevel(row.level) || t`None`}</span>,
  },
  // The year 0 means that the application names no year.
  year: { words: t`Year`, sort: 'year', alignRight: true, cell: (row) => row.year || '' },
  experience: {
    words: t`Years`,
    sort: 'experience',
    alignRight: true,
    cell: (row) => yearsFromMonths(row.experience),
  },
  documents: {
    words: t`Docs`,
    sort: 'documents',
    orderWords: [t`none first`, t`both first`],
    cell: (row) => documentWords(row.documents),
  },
  flags: {
    words: t`Flags`,
    sort: 'flags',
    orderWords: [t`fewest first`, t`most first`],
    cell: (row) =>
      row.flags.length > 0 && (
        <span className="review-flags" title={row.flags.map((flag) => FLAG_WORDS[flag]).join('\n')}>
          <Icon name="warn" />
          {row.flags.length}
          <span className="sr-only">: {row.flags.map((flag) => FLAG_WORDS[flag]).join(', ')}</span>
        </span>
      ),
  },
  sent: {
    words: t`Sent`,
    sort: 'sent',
    orderWords: [t`first ones first`, t`last ones first`],
    alignRight: true,
    cell: (row) => <SentAt moment={row.submitted_at} />,
  },
  reason: {
    words: t`Reason`,
    cell: (row) => row.reason ?? <span className="quiet">{t`None`}</span>,
  },
  readers: { words: t`Read by`, alignRight: true, cell: readBy },
  stage: {
    words: t`Stage`,
    sort: 'stage',
    orderWords: [t`earliest first`, t`latest first`],
    cell: (row) => <StageMark stage={row.stage} nextStage={row.list?.to_stage} short />,
  },
} satisfies Record<string, Column>
export type ColumnName = keyof typeof COLUMNS
export const columnOf = (name: ColumnName): Column => COLUMNS[name]
/** The columns that an officer can choose. `reason` is shown only for the applications of a list. */
export const COLUMN_NAMES = keysOf(COLUMNS).filter((name) => name !== 'reason')

/** While identities are hidden, these columns are empty, except for applications whose list took effect. */
export const IDENTIFYING: readonly ColumnName[] = ['name', 'gender', 'age', 'pwd']

const USUAL_COLUMNS: ColumnName[] = [
  'constituency',
  'level',
  'experience',
  'documents',
  'flags',
  'sent',
  'stage',
]
/**
 * The columns shown by default. They include the name, which tells rows apart. While names are hidden, the
 * area applied for does that, or the county if the job has no areas.
 */
export const usualColumns = (hasPlaces: boolean, blind: boolean): ColumnName[] => {
  const placeColumn = hasPlaces ? 'place' : 'county'
  return COLUMN_NAMES.filter(
    (name) => USUAL_COLUMNS.includes(name) || (blind ? name === placeColumn : name === 'name'),
  )
}

/** The columns named in the address or stored in this browser; undefined if no name is known. */
export function parseColumns(value: string | null | undefined): ColumnName[] | undefined {
  const names = splitValues(value ?? undefined)
  const found = COLUMN_NAMES.filter((name) => names.includes(name))
  return found.length > 0 ? found : undefined
}
