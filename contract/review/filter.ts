import * as z from 'zod/mini'
import { FLAGS, STAGES } from './stages.ts'
import { requiredText } from '../wire.ts'

// The filter of a job's applications, which is parsed from the parameters of a URL.

/** Sentences for officers about an invalid filter. */
export const FILTER_WORDS = {
  list: 'Write values with commas between them',
  range: 'Write a range such as 21-35, 21- or -35',
  unknown: 'There is no such choice',
} as const

const emptyIfAbsent = <Output>(schema: z.ZodMiniType<Output, string>) => z.prefault(schema, '')

/** A filter value with codes or ids, such as `7,12`. Absent or empty means no condition. */
const numbers = emptyIfAbsent(
  z.pipe(
    requiredText(2_000).check(z.regex(/^(?:\d{1,9}(?:,\d{1,9})*)?$/, FILTER_WORDS.list)),
    z.transform((text: string) => (text ? text.split(',').map(Number) : [])),
  ),
)
/** A filter value with several choices, such as `received,offer`. Absent or empty means no condition. */
const anyOf = <const Values extends readonly string[]>(values: Values) =>
  emptyIfAbsent(
    z.pipe(
      requiredText(400).check(
        z.refine(
          (text) => !text || text.split(',').every((entry) => values.includes(entry)),
          FILTER_WORDS.unknown,
        ),
      ),
      // An empty text has no known choice, so it gives an empty list.
      z.transform((text: string) =>
        text.split(',').filter((entry): entry is Values[number] => values.includes(entry)),
      ),
    ),
  )
export type Range = { from?: number; to?: number }
/** A range in a filter: `21-35`, `21-`, `-35` or `21`, ends included. Absent or empty means no condition. */
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
 * The filter of a job's applications. It is the same in the URL of the page, in tables, decision lists,
 * exports and messages. An absent or empty field means no condition.
 */
export const applicationFilter = {
  stage: anyOf(STAGES),
  /** Applications that this officer has not opened (`me`), or that no officer has opened (`anyone`). */
  unread: anyOf(['me', 'anyone']),
  /** Only applications in this officer’s share of the job's work. */
  share: anyOf(['mine']),
  county: numbers,
  constituency: numbers,
  ward: numbers,
  /** The ids of by-election areas or Huduma centres. */
  place: numbers,
  gender: anyOf(['M', 'F', 'O']),
  pwd: anyOf(['yes', 'no']),
  /** The applicant's age in years on the closing date. */
  age: range,
  /** The rank of the highest qualification level. */
  level: range,
  /** The year of the highest qualification. */
  year: range,
  /** The whole years of work. */
  experience: range,
  documents: anyOf(['both', 'cv', 'cover_letter', 'none']),
  /** Applications with any of these flags; `none` means applications without flags. */
  flags: anyOf([...FLAGS, 'none']),
  /** The id of a decision list; `0` means applications on no list. */
  list: numbers,
  /**
   * The search text. Each word must be the start of a word in the name, the reference or the identity number.
   */
  search: emptyIfAbsent(requiredText(100)),
} as const
const filterSchema = z.object(applicationFilter)
export type ApplicationFilter = z.output<typeof filterSchema>
/** The filter as it is written in the URL. */
export type WrittenFilter = z.input<typeof filterSchema>

/**
 * The orders of the table. Places are ordered by name, and stages as they follow in the work. Flags are
 * ordered by how many an application has.
 */
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
