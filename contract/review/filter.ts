import * as z from 'zod/mini'
import { FLAGS, STAGES } from './stages.ts'
import { requiredText } from '../wire.ts'

// The filter on the applications of a job, parsed from the parameters of a URL.

/** Sentences for officers about an invalid filter. */
export const FILTER_WORDS = {
  list: 'Write values with commas between them',
  range: 'Write a range such as 21-35, 21- or -35',
  unknown: 'There is no such choice',
} as const

const emptyIfAbsent = <Output>(schema: z.ZodMiniType<Output, string>) => z.prefault(schema, '')

/** `7,12`: codes or ids. Absent or empty means no condition. */
const numbers = emptyIfAbsent(
  z.pipe(
    requiredText(2_000).check(z.regex(/^(?:\d{1,9}(?:,\d{1,9})*)?$/, FILTER_WORDS.list)),
    z.transform((text: string) => (text ? text.split(',').map(Number) : [])),
  ),
)
/** `received,offer`: any of these values. Absent or empty means no condition. */
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  emptyIfAbsent(
    z.pipe(
      requiredText(400).check(
        z.refine(
          (text) => !text || text.split(',').every((entry) => values.includes(entry)),
          FILTER_WORDS.unknown,
        ),
      ),
      z.transform((text: string) =>
        text.split(',').filter((entry): entry is Values[number] => values.includes(entry)),
      ),
    ),
  )
export type Range = { from?: number; to?: number }
/** `21-35`, `21-`, `-35` or `21`; both ends inclusive. Absent or empty means no condition. */
const range = emptyIfAbsent(
  z.pipe(
    requiredText(12).check(z.regex(/^(?:\d{1,4}|\d{1,4}-\d{0,4}|-\d{1,4})?$/, FILTER_WORDS.range)),
    z.transform((text: string): Range => {
      if (!text) return {}
      const [from, to] = text.includes('-') ? text.split('-') : [text, text]
      return { ...(from ? { from: Number(from) } : {}), ...(to ? { to: Number(to) } : {}) }
    }),
  ),
)

/**
 * The filter on the applications of a job, the same in the URL of the page, in tables, decision lists,
 * exports and messages. An absent or empty field is no condition.
 */
export const applicationFilter = {
  stage: oneOf(STAGES),
  /** Not opened yet by this officer (`me`) or by any officer (`anyone`). */
  unread: oneOf(['me', 'anyone']),
  /** Only this officer’s share of the job's work. */
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
  /** Rank of the highest level of qualification. */
  level: range,
  /** Year of the highest qualification. */
  year: range,
  /** Whole years of work. */
  experience: range,
  documents: oneOf(['both', 'cv', 'cover_letter', 'none']),
  /** Matches any of these; `none` matches applications without flags. */
  flags: oneOf([...FLAGS, 'none']),
  /** The id of a decision list; `0` for applications on none. */
  list: numbers,
  /** Matches the start of words: in the name, the reference, the identity number. */
  search: emptyIfAbsent(requiredText(100)),
} as const
const filterSchema = z.object(applicationFilter)
export type ApplicationFilter = z.output<typeof filterSchema>
/** As written in the URL. */
export type WrittenFilter = z.input<typeof filterSchema>

/**
 * Conditions that identify a person. While identities are hidden, they match only applications whose decision
 * list has taken effect.
 */
export const IDENTIFYING = ['gender', 'pwd', 'age'] as const

/** Places sort by name, stages in the order of the work, flags by their number. */
export const SORTS = [
  'sent',
  'level',
  'experience',
  'year',
  'age',
  'gender',
  'pwd',
  'county',
  'constituency',
  'ward',
  'documents',
  'flags',
  'stage',
] as const
export type Sort = (typeof SORTS)[number]
