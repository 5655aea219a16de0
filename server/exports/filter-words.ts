import type { FilterCondition } from '#contract/exports/endpoints.ts'
import type { ApplicationFilter, Range } from '#contract/review/filter.ts'
import { FLAG_WORDS, STAGE_WORDS } from '#contract/review/stages.ts'
import type { Tx } from '../database/connect.ts'
import { findFilterNames } from './filter-store.ts'

const GENDERS = { M: 'Male', F: 'Female', O: 'Other' } as const
const DOCUMENTS = {
  both: 'CV and cover letter',
  cv: 'CV',
  cover_letter: 'Cover letter',
  none: 'Neither CV nor cover letter',
} as const

const either = (words: string[]) => words.join(' or ')
const span = ({ from, to }: Range, words: (value: number) => string = String) => {
  if (from !== undefined && to !== undefined)
    return from === to ? words(from) : `${words(from)} to ${words(to)}`
  return from === undefined ? `up to ${words(to ?? 0)}` : `${words(from)} or more`
}
const isSaid = ({ from, to }: Range) => from !== undefined || to !== undefined

/** A filter in words, one condition a line; empty when everyone matches. */
export async function conditionsOf(
  tx: Tx,
  jobId: number,
  applicationFilter: ApplicationFilter,
): Promise<FilterCondition[]> {
  const names = await findFilterNames(tx, jobId, applicationFilter)
  const named = (kind: keyof typeof names) => (code: number) =>
    names[kind].find((entry) => entry.code === code)?.name ?? `no. ${code}`
  // Requests stored before these conditions existed do not have them.
  const { unread = [], share = [] } = applicationFilter as Partial<ApplicationFilter>
  const descriptions: [label: string, applies: boolean, words: () => string][] = [
    [
      'Stage',
      applicationFilter.stage.length > 0,
      () => either(applicationFilter.stage.map((entry) => STAGE_WORDS[entry])),
    ],
    [
      'Unread',
      unread.length > 0,
      () => either(unread.map((entry) => (entry === 'me' ? 'by the officer who asked' : 'by any officer'))),
    ],
    ['Share of the work', share.length > 0, () => 'Of the officer who asked'],
    [
      'County',
      applicationFilter.county.length > 0,
      () => either(applicationFilter.county.map(named('counties'))),
    ],
    [
      'Constituency',
      applicationFilter.constituency.length > 0,
      () => either(applicationFilter.constituency.map(named('constituencies'))),
    ],
    ['Ward', applicationFilter.ward.length > 0, () => either(applicationFilter.ward.map(named('wards')))],
    [
      'Area or centre',
      applicationFilter.place.length > 0,
      () => either(applicationFilter.place.map(named('places'))),
    ],
    [
      'Gender',
      applicationFilter.gender.length > 0,
      () => either(applicationFilter.gender.map((entry) => GENDERS[entry])),
    ],
    [
      'Disability',
      applicationFilter.pwd.length > 0,
      () => either(applicationFilter.pwd.map((entry) => (entry === 'yes' ? 'Yes' : 'No'))),
    ],
    ['Age on the closing date', isSaid(applicationFilter.age), () => span(applicationFilter.age)],
    ['Highest level', isSaid(applicationFilter.level), () => span(applicationFilter.level, named('levels'))],
    ['Year of it', isSaid(applicationFilter.year), () => span(applicationFilter.year)],
    ['Years of experience', isSaid(applicationFilter.experience), () => span(applicationFilter.experience)],
    [
      'Documents',
      applicationFilter.documents.length > 0,
      () => either(applicationFilter.documents.map((entry) => DOCUMENTS[entry])),
    ],
    [
      'Flags',
      applicationFilter.flags.length > 0,
      () => either(applicationFilter.flags.map((entry) => (entry === 'none' ? 'None' : FLAG_WORDS[entry]))),
    ],
    [
      'List',
      applicationFilter.list.length > 0,
      () => either(applicationFilter.list.map((entry) => (entry === 0 ? 'None' : named('lists')(entry)))),
    ],
    ['Search', applicationFilter.search.trim() !== '', () => `“${applicationFilter.search.trim()}”`],
  ]
  return descriptions.flatMap(([label, applies, words]) => (applies ? [{ label, words: words() }] : []))
}
