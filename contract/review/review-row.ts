import * as z from 'zod/mini'
import { DOCUMENT_KINDS } from '../documents/documents.ts'
import { STATUSES } from '../job-applications/words.ts'
import { FLAGS, STAGES } from './stages.ts'
import { instant } from '../wire.ts'

/** A row of the table of applications. Values that identify the applicant are null while they are hidden. */
export const reviewRow = z.object({
  id: z.number(),
  reference: z.string(),
  submitted_at: instant,
  name: z.nullable(z.string()),
  gender: z.nullable(z.enum(['M', 'F', 'O'])),
  is_pwd: z.nullable(z.boolean()),
  /** The applicant's age in whole years on the closing date. */
  age: z.nullable(z.number()),
  county: z.string(),
  constituency: z.string(),
  ward: z.string(),
  /** The chosen by-election area or Huduma centre; null for a job that has none. */
  place: z.nullable(z.string()),
  /** The highest qualification level and its year; '' and 0 when there is none. */
  level: z.string(),
  year: z.number(),
  /** The whole months of work. */
  experience: z.number(),
  documents: z.array(z.enum(DOCUMENT_KINDS)),
  flags: z.array(z.enum(FLAGS)),
  stage: z.enum(STAGES),
  status: z.enum(STATUSES),
  /** The decision list that has the application and has not taken effect yet; null when none has it. */
  list: z.nullable(z.object({ id: z.number(), to_stage: z.enum(STAGES) })),
  /**
   * The reason on a decision list, as the applicant reads it. In the table, it is from the lists that the
   * filter names; for a single application, from `list`. Null without a reason.
   */
  reason: z.nullable(z.string()),
  /** How many officers have opened the application, and whether this officer has. */
  readers: z.number(),
  read_by_me: z.boolean(),
})
export type ReviewRow = z.output<typeof reviewRow>
