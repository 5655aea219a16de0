import * as z from 'zod/mini'
import { deadlineInstant } from '../civil-dates.ts'
import type { FieldErrors } from '../endpoint.ts'
import { extensionRuleFields, measuredExtension } from '../jobs/extension-part.ts'
import { extensionErrors } from '../jobs/extensions.ts'
import { isEmptyHtml, kiswahiliFields } from '../jobs/texts.ts'
import { wantedErrors, wantedDocumentFields } from '../jobs/wanted-part.ts'
import { DOCUMENTS_REQUESTED } from '../jobs/words.ts'
import { officer } from '../staff/endpoints.ts'
import { JOB_TEXT_LIMITS } from '../jobs/text-limits.ts'
import { STAFF_JOBS } from './limits.ts'
import { STAFF_JOB_WORDS } from '../staff/words.ts'
import { choice, count, flag, id, instant, text } from '../wire.ts'

/**
 * The states of a job. A `draft` was never public. A `scheduled` job is approved and will be public later.
 * The deadline of a `closed` job has passed. Only officers see an `archived` job.
 */
export const JOB_STATES = ['draft', 'scheduled', 'published', 'closed', 'archived'] as const
export type JobState = (typeof JOB_STATES)[number]

/** The changes of a job that officers can propose. Each needs a second officer before the public sees it. */
export const JOB_CHANGES = ['publish', 'edit', 'extend', 'end_early', 'reopen', 'archive'] as const
export type JobChange = (typeof JOB_CHANGES)[number]

/**
 * The only table that says which changes are allowed in each state of a job. A closed job is archived when no
 * ticket counts any more.
 */
export const CHANGES_OF: Record<JobState, readonly JobChange[]> = {
  draft: ['publish', 'archive'],
  scheduled: ['edit', 'archive'],
  published: ['edit', 'extend', 'end_early', 'archive'],
  closed: ['edit', 'reopen', 'archive'],
  archived: [],
}

/**
 * A published job that a data file switched off is shown as archived, but a file may switch it on again.
 * Officers can archive it for good, so that the storage time of its applications starts.
 */
export const CHANGES_OF_SWITCHED_OFF: readonly JobChange[] = ['archive']

const placeIds = z._default(z.array(id).check(z.maxLength(STAFF_JOBS.maxPlaces)), [])

/** A job as officers write it: every field of the specification, and the requirements for applicants. */
export const jobContent = z.object({
  reference: text(60),
  title: text(JOB_TEXT_LIMITS.maxTitle),
  department: text(200),
  location: text(200),
  county_code: choice,
  job_type_id: choice,
  category: text(60),
  vacancies: count,
  terms: text(JOB_TEXT_LIMITS.maxTerms),
  remuneration: text(JOB_TEXT_LIMITS.maxTerms),
  min_qualification_level_id: choice,
  min_age: count,
  experience_required: flag,
  min_referees: count,
  ...extensionRuleFields,
  documents: z._default(z.enum(DOCUMENTS_REQUESTED), 'asked'),
  ...wantedDocumentFields,
  description_html: text(JOB_TEXT_LIMITS.maxHtml),
  qualification_html: text(JOB_TEXT_LIMITS.maxHtml),
  ...kiswahiliFields,
  /**
   * The deadline. A date without a time means 23:59:59 of that day in Nairobi (J3); empty means no deadline.
   */
  expiry_date: text(40),
  by_election_areas: placeIds,
  huduma_centres: placeIds,
})
export type JobContent = z.output<typeof jobContent>

/**
 * The errors of a job that is to be proposed. A draft may be saved without department, location, description
 * and qualification.
 */
export function jobContentErrors(job: JobContent): FieldErrors {
  const errors: FieldErrors = {}
  const words = STAFF_JOB_WORDS
  if (!job.reference.trim()) errors.reference = words.reference
  if (!job.title.trim()) errors.title = words.title
  if (!job.department.trim()) errors.department = words.department
  if (!job.location.trim()) errors.location = words.location
  if (!job.job_type_id) errors.job_type_id = words.type
  if (isEmptyHtml(job.description_html)) errors.description_html = words.description
  if (isEmptyHtml(job.qualification_html)) errors.qualification_html = words.qualification
  if (job.expiry_date.trim() && !deadlineInstant(job.expiry_date.trim())) errors.expiry_date = words.deadline
  if (job.min_age !== undefined && (job.min_age < 18 || job.min_age > 100)) errors.min_age = words.age
  if (job.min_referees !== undefined && (job.min_referees < 1 || job.min_referees > 5))
    errors.min_referees = words.referees
  if (job.vacancies !== undefined && job.vacancies < 1) errors.vacancies = words.vacancies
  return { ...errors, ...extensionErrors(job), ...wantedErrors(job) }
}

/** Fields that may be empty or wrong in a draft. Officers find it again by its reference, title and type. */
export const FIELDS_FOR_LATER = ['department', 'location', 'description_html', 'qualification_html'] as const

/** A proposed change of a job. A second officer decides on it. */
const change = z.object({
  id: z.number(),
  kind: z.enum(JOB_CHANGES),
  reason: z.string(),
  /** The content of the job after the change. `extend`, `end_early` and `reopen` change only its deadline. */
  content: jobContent,
  /** When the job becomes public; null means at once, on approval. */
  publish_at: z.nullable(instant),
  proposed_by: officer,
  proposed_at: instant,
  decided_by: z.nullable(officer),
  decided_at: z.nullable(instant),
  /** Whether the deciding officer approved the change; null before the decision. */
  approved: z.nullable(z.boolean()),
  note: z.string(),
  /** The minutes of downtime, for an extension because of an outage; null for another reason. */
  down_minutes: z.nullable(z.number()),
})
export type StaffJobChange = z.output<typeof change>

/** A job as officers see it in the list of jobs. */
export const staffJobLine = z.object({
  id: z.number(),
  reference: z.string(),
  title: z.string(),
  location: z.string(),
  job_type_name: z.string(),
  state: z.enum(JOB_STATES),
  vacancies: z.nullable(z.number()),
  expiry_date: z.nullable(instant),
  publish_at: z.nullable(instant),
  /** How many applications were submitted, and how many are drafts. */
  applications: z.number(),
  drafts: z.number(),
  /** The kind of the job's change that waits for a second officer; null when none waits. */
  awaiting: z.nullable(z.enum(JOB_CHANGES)),
  updated_at: instant,
})
export type StaffJobLine = z.output<typeof staffJobLine>

/** A job with its changes, as officers see it on its page. */
export const staffJobDetail = z.extend(staffJobLine, {
  content: jobContent,
  changes: z.array(change),
  /** Which changes this officer may propose now. */
  may: z.array(z.enum(JOB_CHANGES)),
  /** The later deadline that the job's rule gives for measured downtime; null when it gives none. */
  measured: z.nullable(measuredExtension),
})
export type StaffJob = z.output<typeof staffJobDetail>
