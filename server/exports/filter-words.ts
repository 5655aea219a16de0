import type { FilterCondition } from '#contract/exports/endpoints.ts'
import type { ApplicationFilter, Range } from '#contract/review/filter.ts'
import { FLAG_WORDS, STAGE_WORDS } from '#contract/decisions/stages.ts'
import type { Tx } from '../database/connect.ts'
import { findFilterNames } from './filter-store.ts'

const GENDERS = { M: 'Male', F: 'Female', O: 'Other' } as const
const DOCUMENTS = { both: 'CV and cover letter', cv: 'CV', cover_letter: 'Cover letter', none: 'Neither CV nor cover letter' } as const

const either = (words: string[]) => words.join(' or ')
const span = ({ from, to }: Range, words: (value: number) => string = String) => {
  if (from !== undefined && to !== undefined) return from === to ? words(from) : `${words(from)} to ${words(to)}`
  return from === undefined ? `up to ${words(to ?? 0)}` : `${words(from)} or more`
}
const isSaid = ({ from, to }: Range) => from !== undefined || to !== undefined

/** A filter as people read it, one condition a line; none for everybody. */
export async function conditionsOf(tx: Tx, jobId: number, it: ApplicationFilter): Promise<FilterCondition[]> {
  const names = await findFilterNames(tx, jobId, it)
  const named = (kind: keyof typeof names) => (code: number) => names[kind].find((one) => one.code === code)?.name ?? `no. ${code}`
  // A request that was kept before these conditions were made does not hold them.
  const { unread = [], share = [] } = it as Partial<ApplicationFilter>
  const said: [label: string, applies: boolean, words: () => string][] = [
    ['Stage', it.stage.length > 0, () => either(it.stage.map((one) => STAGE_WORDS[one]))],
    ['Unread', unread.length > 0, () => either(unread.map((one) => (one === 'me' ? 'by the officer who asked' : 'by any officer')))],
    ['Share of the work', share.length > 0, () => 'Of the officer who asked'],
    ['County', it.county.length > 0, () => either(it.county.map(named('counties')))],
    ['Constituency', it.constituency.length > 0, () => either(it.constituency.map(named('constituencies')))],
    ['Ward', it.ward.length > 0, () => either(it.ward.map(named('wards')))],
    ['Area or centre', it.place.length > 0, () => either(it.place.map(named('places')))],
    ['Gender', it.gender.length > 0, () => either(it.gender.map((one) => GENDERS[one]))],
    ['Disability', it.pwd.length > 0, () => either(it.pwd.map((one) => (one === 'yes' ? 'Yes' : 'No')))],
    ['Age on the closing date', isSaid(it.age), () => span(it.age)],
    ['Highest level', isSaid(it.level), () => span(it.level, named('levels'))],
    ['Year of it', isSaid(it.year), () => span(it.year)],
    ['Years of experience', isSaid(it.experience), () => span(it.experience)],
    ['Documents', it.documents.length > 0, () => either(it.documents.map((one) => DOCUMENTS[one]))],
    ['Flags', it.flags.length > 0, () => either(it.flags.map((one) => (one === 'none' ? 'None' : FLAG_WORDS[one])))],
    ['List', it.list.length > 0, () => either(it.list.map((one) => (one === 0 ? 'None' : named('lists')(one))))],
    ['Search', it.search.trim() !== '', () => `“${it.search.trim()}”`],
  ]
  return said.flatMap(([label, applies, words]) => (applies ? [{ label, words: words() }] : []))
}
