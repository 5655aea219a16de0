import type { Reply } from '#contract/endpoints.ts'
import { FLAG_WORDS, STAGE_WORDS, STAGES } from '#contract/review/stages.ts'
import { endsOf, type Filter, type FilterName, listed } from './address.ts'
import { GENDERS } from './columns.tsx'

export type Head = Reply<'GET /api/staff/jobs/{id}/review/'>
/**
 * `count`: how many applications of the job, whatever else is filtered; only where the table's head has
 * counted them.
 */
export type Choices = readonly (readonly [value: string, words: string, count?: number])[]

export const CHOICES = {
  share: [['mine', 'My share']],
  documents: [
    ['both', 'CV and cover letter'],
    ['cv', 'CV only'],
    ['cover_letter', 'Cover letter only'],
    ['none', 'Neither of the two'],
  ],
  flags: [...Object.entries(FLAG_WORDS), ['none', 'Without a flag']],
  gender: [
    ['F', GENDERS.F],
    ['M', GENDERS.M],
    ['O', GENDERS.O],
  ],
  pwd: [
    ['yes', 'Lives with a disability'],
    ['no', 'No disability'],
  ],
} as const satisfies Partial<Record<FilterName, Choices>>

const span = (written: string | undefined, say = (end: string) => end) => {
  const { from, to } = endsOf(written)
  if (from && from === to) return say(from)
  return from && to ? `${say(from)} to ${say(to)}` : from ? `from ${say(from)}` : `up to ${say(to)}`
}
/** `Kasipul and 11`. */
const some = (names: string[]) =>
  names.length > 1 ? `${names[0]} and ${names.length - 1}` : (names[0] ?? '')
const named = (written: string | undefined, choices: Choices, otherwise = (value: string) => value) =>
  some(listed(written).map((value) => choices.find(([one]) => one === value)?.[1] ?? otherwise(value)))

type Place = { code: number; name: string; count: number }
const asChoice = ({ code, name, count }: Place): [string, string, number] => [String(code), name, count]
export const placesOf = (head: Head | undefined) => (head?.places ?? []).map(asChoice)
export const constituenciesOf = (head: Head | undefined, counties: string[]) =>
  (head?.places ?? [])
    .filter(({ code }) => counties.length === 0 || counties.includes(String(code)))
    .flatMap(({ constituencies }) => constituencies.map(asChoice))
export const stagesOf = (head: Head | undefined): Choices =>
  STAGES.map((stage) => [stage, STAGE_WORDS[stage], head?.stages[stage]])
export const unreadOf = (head: Head | undefined): Choices => [
  ['me', 'Not read by you', head?.unread.me],
  ['anyone', 'Not read by anyone', head?.unread.anyone],
]
const levelName = (head: Head | undefined) => (rank: string) =>
  head?.levels.find((entry) => String(entry.rank) === rank)?.name ?? `level ${rank}`

/** One condition in words, as a chip shows it. */
const SAY: Record<FilterName, (written: string, head: Head | undefined) => string> = {
  stage: (it, head) => named(it, stagesOf(head)),
  unread: (it, head) => named(it, unreadOf(head)).toLowerCase(),
  share: (it) => named(it, CHOICES.share).toLowerCase(),
  county: (it, head) => named(it, placesOf(head), (code) => `County ${code}`),
  constituency: (it, head) => named(it, constituenciesOf(head, []), (code) => `Constituency ${code}`),
  ward: (it) => (listed(it).length === 1 ? 'one ward' : `${listed(it).length} wards`),
  place: (it, head) =>
    named(
      it,
      (head?.areas ?? []).map(({ id, name }) => [String(id), name] as const),
      (id) => `Place ${id}`,
    ),
  level: (it, head) => span(it, levelName(head)),
  year: (it) => span(it),
  experience: (it) => `${span(it)} years`,
  documents: (it) => named(it, CHOICES.documents),
  flags: (it) => named(it, CHOICES.flags),
  gender: (it) => named(it, CHOICES.gender),
  pwd: (it) => named(it, CHOICES.pwd),
  age: (it) => `age ${span(it)}`,
  list: (it) =>
    it === '0' ? 'on none' : listed(it).length === 1 ? `number ${it}` : `${listed(it).length} lists`,
  search: (it) => `“${it}”`,
}

/** Related conditions share one chip. */
export const GROUPS = [
  { name: 'stage', words: 'Stage', keys: ['stage', 'unread', 'share'] },
  { name: 'area', words: 'Area', keys: ['county', 'constituency', 'ward'] },
  { name: 'place', words: 'Applied for', keys: ['place'] },
  { name: 'level', words: 'Qualification', keys: ['level', 'year'] },
  { name: 'experience', words: 'Experience', keys: ['experience'] },
  { name: 'documents', words: 'Documents', keys: ['documents'] },
  { name: 'flags', words: 'Flags', keys: ['flags'] },
  { name: 'person', words: 'Person', keys: ['gender', 'pwd', 'age'] },
  { name: 'list', words: 'List', keys: ['list'] },
] as const satisfies { name: string; words: string; keys: FilterName[] }[]
export type Group = (typeof GROUPS)[number]
export type GroupName = Group['name']

/** The conditions of a group in words; empty when none is set. Of areas, only the narrowest is named. */
export function sayGroup({ name, keys }: Group, filter: Filter, head: Head | undefined): string {
  const made = keys.filter((key) => filter[key])
  const told = name === 'area' ? made.slice(-1) : made
  return told.map((key) => SAY[key](filter[key] ?? '', head)).join(', ')
}
export const withoutGroup = ({ keys }: Group, filter: Filter): Filter =>
  Object.fromEntries(Object.entries(filter).filter(([key]) => !(keys as readonly string[]).includes(key)))

/** The groups that apply to this job. */
export const groupsOf = (head: Head | undefined, filter: Filter) =>
  GROUPS.filter(({ name }) => name !== 'place' || (head?.areas.length ?? 0) > 0 || Boolean(filter.place))
