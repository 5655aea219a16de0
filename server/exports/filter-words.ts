import type { FilterCondition } from '#contract/exports/endpoints.ts'
import type { ApplicationFilter, Range } from '#contract/review/filter.ts'
import { FLAG_WORDS, STAGE_WORDS } from '#contract/review/stages.ts'
import type { Tx } from '../database/connect.ts'
import { findFilterNames } from './filter-store.ts'

// Describes in words which applications a filter matches, for the officer who decides on an export.

const GENDERS = { M: 'Male', F: 'Female', O: 'Other' } as const
const DOCUMENTS = {
  both: 'CV and cover letter',
  cv: 'CV',
  cover_letter: 'Cover letter',
  none: 'Neither CV nor cover letter',
} as const

/**
 * A condition in words which says that one of these values is required. Without values there is no condition.
 */
const anyOf = <Value>(
  label: string,
  values: readonly Value[],
  inWords: (value: Value) => string,
): FilterCondition[] => (values.length === 0 ? [] : [{ label, words: values.map(inWords).join(' or ') }])

/** A condition in words about a range of numbers. Without numbers there is no condition. */
const between = (
  label: string,
  { from, to }: Range,
  inWords: (value: number) => string = String,
): FilterCondition[] => {
  if (from === undefined) return to === undefined ? [] : [{ label, words: `up to ${inWords(to)}` }]
  if (to === undefined) return [{ label, words: `${inWords(from)} or more` }]
  return [{ label, words: from === to ? inWords(from) : `${inWords(from)} to ${inWords(to)}` }]
}

const searched = (text: string): FilterCondition[] =>
  text === '' ? [] : [{ label: 'Search', words: `“${text}”` }]

/** Stored requests may lack two conditions that were introduced later. */
type StoredFilter = Omit<ApplicationFilter, 'unread' | 'share'> &
  Partial<Pick<ApplicationFilter, 'unread' | 'share'>>

/** A filter in words: one condition for each part that limits it. Empty when the filter matches everyone. */
export async function conditionsOf(tx: Tx, jobId: number, filter: StoredFilter): Promise<FilterCondition[]> {
  const { unread = [], share = [] } = filter
  const names = await findFilterNames(tx, jobId, { ...filter, unread, share })
  const nameIn = (kind: keyof typeof names) => (code: number) =>
    names[kind].find((entry) => entry.code === code)?.name ?? `no. ${code}`
  return [
    ...anyOf('Stage', filter.stage, (stage) => STAGE_WORDS[stage]),
    ...anyOf('Unread', unread, (by) => (by === 'me' ? 'by the officer who asked' : 'by any officer')),
    // The only share of the applications that can be chosen is the officer's own.
    ...anyOf('Share of the work', share.slice(0, 1), () => 'Of the officer who asked'),
    ...anyOf('County', filter.county, nameIn('counties')),
    ...anyOf('Constituency', filter.constituency, nameIn('constituencies')),
    ...anyOf('Ward', filter.ward, nameIn('wards')),
    ...anyOf('Area or centre', filter.place, nameIn('places')),
    ...anyOf('Gender', filter.gender, (gender) => GENDERS[gender]),
    ...anyOf('Disability', filter.pwd, (answer) => (answer === 'yes' ? 'Yes' : 'No')),
    ...between('Age on the closing date', filter.age),
    ...between('Highest level', filter.level, nameIn('levels')),
    ...between('Year of it', filter.year),
    ...between('Years of experience', filter.experience),
    ...anyOf('Documents', filter.documents, (documents) => DOCUMENTS[documents]),
    ...anyOf('Flags', filter.flags, (flag) => (flag === 'none' ? 'None' : FLAG_WORDS[flag])),
    // The list number 0 means applications that are on no list.
    ...anyOf('List', filter.list, (list) => (list === 0 ? 'None' : nameIn('lists')(list))),
    ...searched(filter.search.trim()),
  ]
}
