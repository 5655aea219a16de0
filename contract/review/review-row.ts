import * as z from 'zod/mini'
import { DOCUMENT_KINDS } from '../documents/documents.ts'
import { STATUSES } from '../job-applications/words.ts'
import { FLAGS, STAGES } from './stages.ts'
import { instant } from '../wire.ts'

/** A row of the table. Fields that identify the person are null while hidden from this officer. */
export const reviewRow = z.object({
  id: z.number(),
  reference: z.string(),
  submitted_at: instant,
  name: z.nullable(z.string()),
  gender: z.nullable(z.enum(['M', 'F', 'O'])),
  is_pwd: z.nullable(z.boolean()),
  /** Whole years on the closing date. */
  age: z.nullable(z.number()),
  county: z.string(),
  constituency: z.string(),
  ward: z.string(),
  /** The by-election area or Huduma centre applied for; null where the job has none. */
  place: z.nullable(z.string()),
  /** The highest qualification and its year; '' and 0 without one. */
  level: z.string(),
  year: z.number(),
  /** Whole months. */
  experience: z.number(),
  documents: z.array(z.enum(DOCUMENT_KINDS)),
  flags: z.array(z.enum(FLAGS)),
  stage: z.enum(STAGES),
  status: z.enum(STATUSES),
  /** The decision list that holds the application and has not taken effect yet; null without one. */
  list: z.nullable(z.object({ id: z.number(), to_stage: z.enum(STAGES) })),
  /**
   * The reason that the applicant reads on the requested list; null when no list is requested, or no reason
   * is set.
   */
  reason: z.nullable(z.string()),
  /** How many officers opened the application, and whether the officer who asks did. */
  readers: z.number(),
  read_by_me: z.boolean(),
})
export type ReviewRow = z.output<typeof reviewRow>
