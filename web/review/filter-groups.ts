import { plural, t } from '@lingui/core/macro'
import type { Reply } from '#contract/endpoints.ts'
import { FLAG_WORDS, STAGE_WORDS, STAGES } from '#contract/review/stages.ts'
import { parseRange, type Filter, type FilterName, splitValues } from './address.ts'
import { GENDERS } from './columns.tsx'

/**
 * The data above the table: the job, its counts, and the choices of the filter. `places`: the counties where
 * applicants live. `areas`: what people can apply for, if the job has areas or centres.
 */
export type Head = Reply<'GET /api/staff/jobs/{id}/review/'>
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
export const countyChoices = (head: Head | undefined) => (head?.places ?? []).map(asChoice)
export const constituencyChoices = (head: Head | undefined, counties: string[]) =>
  (head?.places ?? [])
    .filter(({ code }) => counties.length === 0 || counties.includes(String(code)))
    .flatMap(({ constituencies }) => constituencies.map(asChoice))
export const stageChoices = (head: Head | undefined): Choices =>
  STAGES.map((stage) => [stage, STAGE_WORDS[stage], head?.stages[stage]])
export const unreadChoices = (head: Head | undefined): Choices => [
  ['me', t`Not read by you`, head?.unread.me],
  ['anyone', t`Not read by anyone`, head?.unread.anyone],
]
/** Returns a function that names the qualification level of a rank. */
const levelName = (head: Head | undefined) => (rank: string) =>
  head?.levels.find((entry) => String(entry.rank) === rank)?.name ?? t`level ${rank}`

const listWords = (ids: string) => {
  if (ids === ON_NO_LIST) return t`on none`
  const count = splitValues(ids).length
  return plural(count, { one: `number ${ids}`, other: '# lists' })
}

/** One condition in words, as a chip shows it. */
const CONDITION_WORDS: Record<FilterName, (value: string, head: Head | undefined) => string> = {
  stage: (value, head) => choiceNames(value, stageChoices(head)),
  unread: (value, head) => choiceNames(value, unreadChoices(head)).toLowerCase(),
  share: (value) => choiceNames(value, CHOICES.share).toLowerCase(),
  county: (value, head) => choiceNames(value, countyChoices(head), (code) => t`County ${code}`),
  constituency: (value, head) =>
    choiceNames(value, constituencyChoices(head, []), (code) => t`Constituency ${code}`),
  ward: (value) => plural(splitValues(value).length, { one: 'one ward', other: '# wards' }),
  place: (value, head) =>
    choiceNames(
      value,
      (head?.areas ?? []).map(({ id, name }) => [String(id), name] as const),
      (id) => t`Place ${id}`,
    ),
  level: (value, head) => rangeWords(value, levelName(head)),
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
  { name: 'area', words: t`Area`, keys: ['county', 'constituency', 'ward'] },
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

/** A group's conditions in words; empty if none is set. Of areas, only the narrowest is named. */
export function groupWords({ name, keys }: Group, filter: Filter, head: Head | undefined): string {
  const active = keys.filter((key) => filter[key])
  const shown = name === 'area' ? active.slice(-1) : active
  return shown.map((key) => CONDITION_WORDS[key](filter[key] ?? '', head)).join(', ')
}
export const withoutGroup = ({ keys }: Group, filter: Filter): Filter => ({
  ...filter,
  ...Object.fromEntries(keys.map((key) => [key, undefined])),
})

/** The groups of conditions that apply to this job. */
export const groupsOf = (head: Head | undefined, filter: Filter) =>
  GROUPS.filter(({ name }) => name !== 'place' || (head?.areas.length ?? 0) > 0 || Boolean(filter.place))
