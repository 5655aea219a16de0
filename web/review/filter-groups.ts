import { plural, t } from '@lingui/core/macro'
import type { Reply } from '#contract/endpoints.ts'
import { FLAG_WORDS, STAGE_WORDS, STAGES } from '#contract/review/stages.ts'
import { parseRange, type Filter, type FilterName, splitValues } from './address.ts'
import { GENDERS } from './columns.tsx'

/**
 * The data above the table: the job, its counts, and the choices of the filter. `places`: the counties where
 * applicants live. `areas`: what people can apply for, if the job has areas or centres.
 */
export type JobOverview = Reply<'GET /api/staff/jobs/{id}/review/'>
/** `count`: how many of the job's applications have the value, with any filter. Some values have no count. */
export type Choices = readonly (readonly [value: string, words: string, count?: number])[]

/** This value of the condition `list` matches applications that are on no decision list. */
export const ON_NO_LIST = '0'

/** The choices that are the same for every job. */
export const CHOICES = {
  share: [['mine', t`My share`]],
  documents: [
    ['both', t`CV and cover letter`],
    ['cv', t`CV only`],
    ['cover_letter', t`Cover letter only`],
    ['none', t`Neither of the two`],
  ],
  flags: [...Object.entries(FLAG_WORDS), ['none', t`Without a flag`]],
  gender: [
    ['F', GENDERS.F],
    ['M', GENDERS.M],
    ['O', GENDERS.O],
  ],
  pwd: [
    ['yes', t`Lives with a disability`],
    ['no', t`No disability`],
  ],
} as const satisfies Partial<Record<FilterName, Choices>>

const rangeWords = (range: string, boundWords = (bound: string) => bound) => {
  const { from, to } = parseRange(range)
  if (from && from === to) return boundWords(from)
  if (from && to) return t`${boundWords(from)} to ${boundWords(to)}`
  return from ? t`from ${boundWords(from)}` : t`up to ${boundWords(to)}`
}
/** Several values in short: `Kasipul and 11` has the first value, and how many others there are. */
const firstAndCount = ([first = '', ...others]: string[]) =>
  others.length > 0 ? t`${first} and ${others.length}` : first
/** The chosen values in words. `fallback`: the words for a value that is not among the choices. */
const choiceNames = (chosen: string, choices: Choices, fallback = (value: string) => value) => {
  const words = new Map(choices.map(([value, name]) => [value, name]))
  return firstAndCount(splitValues(chosen).map((value) => words.get(value) ?? fallback(value)))
}

type Place = { code: number; name: string; count: number }
const asChoice = ({ code, name, count }: Place): [string, string, number] => [String(code), name, count]
export const countyChoices = (overview: JobOverview | undefined) => (overview?.places ?? []).map(asChoice)
export const constituencyChoices = (overview: JobOverview | undefined, counties: string[]) =>
  (overview?.places ?? [])
    .filter(({ code }) => counties.length === 0 || counties.includes(String(code)))
    .flatMap(({ constituencies }) => constituencies.map(asChoice))
export const stageChoices = (overview: JobOverview | undefined): Choices =>
  STAGES.map((stage) => [stage, STAGE_WORDS[stage], overview?.stages[stage]])
export const unreadChoices = (overview: JobOverview | undefined): Choices => [
  ['me', t`Not read by you`, overview?.unread.me],
  ['anyone', t`Not read by anyone`, overview?.unread.anyone],
]
/** Returns a function that names the qualification level of a rank. */
const levelName = (overview: JobOverview | undefined) => (rank: string) =>
  overview?.levels.find((entry) => String(entry.rank) === rank)?.name ?? t`level ${rank}`

const listWords = (ids: string) => {
  if (ids === ON_NO_LIST) return t`on none`
  const count = splitValues(ids).length
  return plural(count, { one: `number ${ids}`, other: '# lists' })
}

/** One condition in words, as a chip shows it. */
const CONDITION_WORDS: Record<FilterName, (value: string, overview: JobOverview | undefined) => string> = {
  stage: (value, overview) => choiceNames(value, stageChoices(overview)),
  unread: (value, overview) => choiceNames(value, unreadChoices(overview)).toLowerCase(),
  share: (value) => choiceNames(value, CHOICES.share).toLowerCase(),
  county: (value, overview) => choiceNames(value, countyChoices(overview), (code) => t`County ${code}`),
  constituency: (value, overview) =>
    choiceNames(value, constituencyChoices(overview, []), (code) => t`Constituency ${code}`),
  ward: (value) => plural(splitValues(value).length, { one: 'one ward', other: '# wards' }),
  place: (value, overview) =>
    choiceNames(
      value,
      (overview?.areas ?? []).map(({ id, name }) => [String(id), name] as const),
      (id) => t`Place ${id}`,
    ),
  level: (value, overview) => rangeWords(value, levelName(overview)),
  year: (value) => rangeWords(value),
  experience: (value) => t`${rangeWords(value)} years`,
  documents: (value) => choiceNames(value, CHOICES.documents),
  flags: (value) => choiceNames(value, CHOICES.flags),
  gender: (value) => choiceNames(value, CHOICES.gender),
  pwd: (value) => choiceNames(value, CHOICES.pwd),
  age: (value) => t`age ${rangeWords(value)}`,
  list: listWords,
  search: (value) => `“${value}”`,
}

/** The groups of conditions. The conditions of a group share one chip. */
export const GROUPS = [
  { name: 'stage', words: t`Stage`, keys: ['stage', 'unread', 'share'] },
  { name: 'residence', words: t`Area`, keys: ['county', 'constituency', 'ward'] },
  { name: 'place', words: t`Applied for`, keys: ['place'] },
  { name: 'level', words: t`Qualification`, keys: ['level', 'year'] },
  { name: 'experience', words: t`Experience`, keys: ['experience'] },
  { name: 'documents', words: t`Documents`, keys: ['documents'] },
  { name: 'flags', words: t`Flags`, keys: ['flags'] },
  { name: 'person', words: t`Person`, keys: ['gender', 'pwd', 'age'] },
  { name: 'list', words: t`List`, keys: ['list'] },
] as const satisfies { name: string; words: string; keys: FilterName[] }[]
export type Group = (typeof GROUPS)[number]
export type GroupName = Group['name']

/** A group's conditions in words; empty if none is set. Of a residence, only the narrowest place is named. */
export function groupWords({ name, keys }: Group, filter: Filter, overview: JobOverview | undefined): string {
  const active = keys.filter((key) => filter[key])
  const shown = name === 'residence' ? active.slice(-1) : active
  return shown.map((key) => CONDITION_WORDS[key](filter[key] ?? '', overview)).join(', ')
}
export const withoutGroup = ({ keys }: Group, filter: Filter): Filter => ({
  ...filter,
  ...Object.fromEntries(keys.map((key) => [key, undefined])),
})

/** The groups of conditions that apply to this job. */
export const groupsOf = (overview: JobOverview | undefined, filter: Filter) =>
  GROUPS.filter(({ name }) => name !== 'place' || (overview?.areas.length ?? 0) > 0 || Boolean(filter.place))
