import * as z from 'zod/mini'
import { FLAGS, STAGES } from '../decisions/stages.ts'
import { storable, WIRE } from '../wire.ts'

/** What officers are told of a filter that cannot be read. */
export const FILTER_WORDS = {
  list: 'Write values with commas between them',
  range: 'Write a range such as 21-35, 21- or -35',
  unknown: 'There is no such choice',
} as const

const written = (max: number) => z.string({ error: WIRE.notText }).check(z.maxLength(max, WIRE.tooLong(max)), z.regex(storable, WIRE.unstorable))
const absent = <S extends z.ZodMiniType>(schema: S) => z.prefault(schema, '' as never)

/** `7,12`: codes or ids; absent or empty is no condition. */
const numbers = absent(
  z.pipe(
    written(2_000).check(z.regex(/^(?:\d{1,9}(?:,\d{1,9})*)?$/, FILTER_WORDS.list)),
    z.transform((text: string) => (text ? text.split(',').map(Number) : [])),
  ),
)
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  absent(
    z.pipe(
      written(400).check(z.refine((text) => !text || text.split(',').every((entry) => values.includes(entry)), FILTER_WORDS.unknown)),
      z.transform((text: string) => (text ? text.split(',') : []) as Values[number][]),
    ),
  )
export type Range = { from?: number; to?: number }
/** `21-35`, `21-`, `-35` or `21`. Both ends belong to it. */
const range = absent(
  z.pipe(
    written(12).check(z.regex(/^(?:\d{1,4}|\d{1,4}-\d{0,4}|-\d{1,4})?$/, FILTER_WORDS.range)),
    z.transform((text: string): Range => {
      if (!text) return {}
      const [from, to] = text.includes('-') ? text.split('-') : [text, text]
      return { ...(from ? { from: Number(from) } : {}), ...(to ? { to: Number(to) } : {}) }
    }),
  ),
)

/**
 * Which applications of a job: the same words in the address of the page, in the call of the table, in a list made of all that
 * match, in an export and in a message. Absent and empty are no condition.
 */
export const applicationFilter = {
  stage: oneOf(STAGES),
  /** Not opened yet: by the officer who asks, or by any officer. */
  unread: oneOf(['me', 'anyone']),
  /** What of a job is this officer’s share of the work. */
  share: oneOf(['mine']),
  county: numbers,
  constituency: numbers,
  ward: numbers,
  /** By-election areas or Huduma centres. */
  place: numbers,
  gender: oneOf(['M', 'F', 'O']),
  pwd: oneOf(['yes', 'no']),
  /** Years on the closing date. */
  age: range,
  /** Rank of the highest level. */
  level: range,
  /** Of the highest level. */
  year: range,
  /** Whole years of work. */
  experience: range,
  documents: oneOf(['both', 'cv', 'cover_letter', 'none']),
  /** Any of these; `none` for those without. */
  flags: oneOf([...FLAGS, 'none']),
  /** The id of a list of decisions; `0` for those on none. */
  list: numbers,
  /** The beginnings of words: of the name, the reference, the identity number. */
  search: absent(written(100)),
} as const
const filterSchema = z.object(applicationFilter)
export type ApplicationFilter = z.output<typeof filterSchema>
/** As it stands in the address. */
export type WrittenFilter = z.input<typeof filterSchema>

/** Conditions that tell who somebody is: without a lifted blind they only find those whose list has taken effect. A search for a reference is none. */
export const IDENTIFYING = ['gender', 'pwd', 'age'] as const

/** Names of places are in alphabetical order; stages in that of the work; flags by how many there are. */
export const SORTS = ['sent', 'level', 'experience', 'year', 'age', 'gender', 'pwd', 'county', 'constituency', 'ward', 'documents', 'flags', 'stage'] as const
export type Sort = (typeof SORTS)[number]
