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
  if (from && to) return `${say(from)} to ${say(to)}`
  return from ? `from ${say(from)}` : `up to ${say(to)}`
}
/** `Kasipul and 11`. */
const some = (names: string[]) =>
  names.length > 1 ? `${names[0]} and ${names.length - 1}` : (names[0] ?? '')
const named = (written: string | undefined, choices: Choices, otherwise = (value: string) => value) =>
  some(listed(written).map((value) => choices.find(([entry]) => entry === value)?.[1] ?? otherwise(value)))

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

const listsInWords = (written: string) => {
  if (written === '0') return 'on none'
  return listed(written).length === 1 ? `number ${written}` : `${listed(written).length} lists`
}

/** One condition in words, as a chip shows it. */
const SAY: Record<FilterName, (written: string, head: Head | undefined) => string> = {
  stage: (written, head) => named(written, stagesOf(head)),
  unread: (written, head) => named(written, unreadOf(head)).toLowerCase(),
  share: (written) => named(written, CHOICES.share).toLowerCase(),
  county: (written, head) => named(written, placesOf(head), (code) => `County ${code}`),
  constituency: (written, head) =>
    named(written, constituenciesOf(head, []), (code) => `Constituency ${code}`),
  ward: (written) => (listed(written).length === 1 ? 'one ward' : `${listed(written).length} wards`),
  place: (written, head) =>
    named(
      written,
      (head?.areas ?? []).map(({ id, name }) => [String(id), name] as const),
      (id) => `Place ${id}`,
    ),
  level: (written, head) => span(written, levelName(head)),
  year: (written) => span(written),
  experience: (written) => `${span(written)} years`,
  documents: (written) => named(written, CHOICES.documents),
  flags: (written) => named(written, CHOICES.flags),
  gender: (written) => named(written, CHOICES.gender),
  pwd: (written) => named(written, CHOICES.pwd),
  age: (written) => `age ${span(written)}`,
  list: listsInWords,
  search: (written) => `“${written}”`,
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
  const active = keys.filter((key) => filter[key])
  const shown = name === 'area' ? active.slice(-1) : active
  return shown.map((key) => SAY[key](filter[key] ?? '', head)).join(', ')
}
export const withoutGroup = ({ keys }: Group, filter: Filter): Filter =>
  Object.fromEntries(Object.entries(filter).filter(([key]) => !(keys as readonly string[]).includes(key)))

/** The groups that apply to this job. */
export const groupsOf = (head: Head | undefined, filter: Filter) =>
  GROUPS.filter(({ name }) => name !== 'place' || (head?.areas.length ?? 0) > 0 || Boolean(filter.place))
