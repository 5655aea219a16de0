import * as z from 'zod/mini'
import { deadlineInstant, openingInstant } from '../civil-dates.ts'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { extensionPart, measuredExtension } from '../jobs/extension-part.ts'
import { extensionErrors } from '../jobs/extensions.ts'
import { DOCUMENTS_REQUESTED } from '../jobs/words.ts'
import { STAFF_JOBS } from '../staff/limits.ts'
import { officer } from '../staff/endpoints.ts'
import { STAFF_JOB_WORDS, STAFF_WORDS } from '../staff/words.ts'
import { wantedErrors, wantedPart } from '../jobs/wanted-part.ts'
import { choice, count, flag, id, instant, message, text } from '../wire.ts'

/**
 * The states of a job. A `draft` was never public. A `scheduled` job is approved and waits for its time. A
 * `closed` job is past its deadline. An `archived` job is visible to staff only.
 */
export const JOB_STATES = ['draft', 'scheduled', 'published', 'closed', 'archived'] as const
export type JobState = (typeof JOB_STATES)[number]

/** Changes that can be proposed for a job. Each needs a second person before the public sees it. */
export const JOB_CHANGES = ['publish', 'edit', 'extend', 'end_early', 'reopen', 'archive'] as const
export type JobChange = (typeof JOB_CHANGES)[number]

/** The only table of the changes allowed in each state. */
export const CHANGES_OF: Record<JobState, readonly JobChange[]> = {
  draft: ['publish', 'archive'],
  scheduled: ['edit', 'archive'],
  published: ['edit', 'extend', 'end_early', 'archive'],
  closed: ['edit', 'reopen', 'archive'],
  archived: [],
}

const ids = z._default(z.array(id).check(z.maxLength(STAFF_JOBS.maxPlaces)), [])

/** A job as officers write it: every field of the specification, and what it requires of its applicants. */
export const jobContent = z.object({
  reference: text(60),
  title: text(200),
  department: text(200),
  location: text(200),
  county_code: choice,
  job_type_id: choice,
  category: text(60),
  vacancies: count,
  terms: text(300),
  remuneration: text(300),
  min_qualification_level_id: choice,
  min_age: count,
  experience_required: flag,
  min_referees: count,
  ...extensionPart,
  documents: z._default(z.enum(DOCUMENTS_REQUESTED), 'asked'),
  ...wantedPart,
  description_html: text(STAFF_JOBS.maxHtml),
  qualification_html: text(STAFF_JOBS.maxHtml),
  /** A date means 23:59:59 of that day in Nairobi (J3); empty means no deadline. */
  expiry_date: text(40),
  by_election_areas: ids,
  huduma_centres: ids,
})
export type JobContent = z.output<typeof jobContent>

/** What a job must have before it can be proposed. A draft needs only a title. */
export function jobContentErrors(jobContent: JobContent): FieldErrors {
  const errors: FieldErrors = {}
  const words = STAFF_JOB_WORDS
  if (!jobContent.reference.trim()) errors.reference = words.reference
  if (!jobContent.title.trim()) errors.title = words.title
  if (!jobContent.department.trim()) errors.department = words.department
  if (!jobContent.location.trim()) errors.location = words.location
  if (!jobContent.job_type_id) errors.job_type_id = words.type
  if (!jobContent.description_html.replace(/<[^<>]*>|&nbsp;|\s/g, ''))
    errors.description_html = words.description
  if (!jobContent.qualification_html.replace(/<[^<>]*>|&nbsp;|\s/g, ''))
    errors.qualification_html = words.qualification
  if (jobContent.expiry_date.trim() && !deadlineInstant(jobContent.expiry_date.trim()))
    errors.expiry_date = words.deadline
  if (jobContent.min_age !== undefined && (jobContent.min_age < 18 || jobContent.min_age > 100))
    errors.min_age = words.age
  if (jobContent.min_referees !== undefined && (jobContent.min_referees < 1 || jobContent.min_referees > 5))
    errors.min_referees = words.referees
  if (jobContent.vacancies !== undefined && jobContent.vacancies < 1) errors.vacancies = words.vacancies
  return { ...errors, ...extensionErrors(jobContent), ...wantedErrors(jobContent) }
}

const change = z.object({
  id: z.number(),
  kind: z.enum(JOB_CHANGES),
  reason: z.string(),
  /** The job after the change. For `extend` and the like, only the deadline differs. */
  content: jobContent,
  publish_at: z.nullable(instant),
  proposed_by: officer,
  proposed_at: instant,
  decided_by: z.nullable(officer),
  decided_at: z.nullable(instant),
  approved: z.nullable(z.boolean()),
  note: z.string(),
  /** For an extension: minutes that the portal was down; null for another reason. */
  down_minutes: z.nullable(z.number()),
})
export type StaffJobChange = z.output<typeof change>

const line = z.object({
  id: z.number(),
  reference: z.string(),
  title: z.string(),
  location: z.string(),
  job_type_name: z.string(),
  state: z.enum(JOB_STATES),
  vacancies: z.nullable(z.number()),
  expiry_date: z.nullable(instant),
  publish_at: z.nullable(instant),
  /** Submitted applications, and drafts. */
  applications: z.number(),
  drafts: z.number(),
  /** The kind of the proposal that waits for a second person; null without one. */
  awaiting: z.nullable(z.enum(JOB_CHANGES)),
  updated_at: instant,
})
export type StaffJobLine = z.output<typeof line>

const inFull = z.extend(line, {
  content: jobContent,
  changes: z.array(change),
  may: z.array(z.enum(JOB_CHANGES)),
  measured: z.nullable(measuredExtension),
})
export type StaffJob = z.output<typeof inFull>

export const staffJobs = endpoint({
  method: 'GET',
  path: '/api/staff/jobs/',
  summary: 'Staff: all jobs, drafts too, newest change first',
  for: 'staff',
  right: 'jobs.read',
  audit: { act: 'jobs.listed' },
  limit: 'read',
  class: 'staff',
  query: z.object({
    state: z.catch(z.optional(z.enum([...JOB_STATES, 'awaiting'])), undefined),
    search: z.catch(text(100), ''),
    page: z.catch(count, undefined),
  }),
  reply: z.object({ count: z.number(), page: z.number(), pages: z.number(), results: z.array(line) }),
})

export const staffJob = endpoint({
  method: 'GET',
  path: '/api/staff/jobs/{id}/',
  summary: 'Staff: one job with its proposals, newest first',
  for: 'staff',
  right: 'jobs.read',
  audit: { act: 'job.looked_at', job: true },
  limit: 'read',
  class: 'staff',
  params: z.object({ id }),
  reply: inFull,
})

export const staffWriteJob = endpoint({
  method: 'POST',
  path: '/api/staff/jobs/',
  summary: 'Staff: makes a new draft, empty or as a copy of a job',
  for: 'staff',
  right: 'jobs.write',
  limit: 'write',
  class: 'staff',
  body: z.object({ content: z.optional(jobContent), copy_of: choice }),
  reply: inFull,
})

export const staffEditDraft = endpoint({
  method: 'PUT',
  path: '/api/staff/jobs/{id}/',
  summary: 'Staff: saves a draft. A job that was public can be changed only by a proposal',
  for: 'staff',
  right: 'jobs.write',
  limit: 'write',
  class: 'staff',
  params: z.object({ id }),
  body: z.object({ content: jobContent, updated_at: text(40) }),
  reply: inFull,
})

export const staffProposeChange = endpoint({
  method: 'POST',
  path: '/api/staff/jobs/{id}/changes/',
  summary: 'Staff: proposes to publish, edit, extend, end early, reopen or archive',
  for: 'staff',
  right: 'jobs.write',
  limit: 'write',
  class: 'staff',
  params: z.object({ id }),
  body: z.object({
    kind: z.enum(JOB_CHANGES),
    /** For `publish` and `edit`; absent means the job as stored. */
    content: z.optional(jobContent),
    /**
     * With `content`: the job's `updated_at` as read, so that no other officer's change is overwritten
     * unseen.
     */
    updated_at: text(40),
    /** For `extend` and `reopen`. */
    expiry_date: text(40),
    /**
     * For `extend` and `reopen`: measured downtime is the cause, and the job's rule sets the new deadline.
     */
    measured: flag,
    /**
     * For `publish`: empty means on approval. A date without a time means the start of that day in Nairobi.
     */
    publish_at: text(40),
    /** Required except for the first publishing; the public reads the reason of an edit. */
    reason: text(500),
  }),
  fieldErrors: (input) => ({
    ...(input.kind === 'publish' || input.measured || input.reason.trim()
      ? {}
      : { reason: STAFF_WORDS.reasonRequired }),
    ...((input.kind === 'extend' || input.kind === 'reopen') &&
    !input.measured &&
    !deadlineInstant(input.expiry_date.trim())
      ? { expiry_date: STAFF_JOB_WORDS.deadline }
      : {}),
    ...(input.publish_at.trim() && !openingInstant(input.publish_at.trim())
      ? { publish_at: STAFF_JOB_WORDS.deadline }
      : {}),
    ...(input.content && (input.kind === 'publish' || input.kind === 'edit')
      ? jobContentErrors(input.content)
      : {}),
  }),
  reply: inFull,
})

export const staffDecideChange = endpoint({
  method: 'POST',
  path: '/api/staff/jobs/{id}/changes/{change}/decide/',
  summary: 'Staff: the second person approves a proposal, which takes effect, or returns it with a note',
  for: 'staff',
  right: 'jobs.approve',
  limit: 'write',
  class: 'staff',
  params: z.object({ id, change: id }),
  body: z.object({ approve: flag, note: text(500) }),
  fieldErrors: (input): FieldErrors =>
    input.approve === undefined
      ? { approve: STAFF_JOB_WORDS.decide }
      : input.approve || input.note.trim()
        ? {}
        : { note: STAFF_WORDS.reasonRequired },
  reply: inFull,
})

export const staffWithdrawChange = endpoint({
  method: 'DELETE',
  path: '/api/staff/jobs/{id}/changes/{change}/',
  summary: 'Staff: withdraws a waiting proposal',
  for: 'staff',
  right: 'jobs.write',
  limit: 'write',
  class: 'staff',
  params: z.object({ id, change: id }),
  reply: message,
})

/** A preview of card and page, made by the same code as the public ones. */
export const staffPreviewJob = endpoint({
  method: 'POST',
  path: '/api/staff/jobs/preview/',
  summary: 'Staff: a preview of a job: its sanitised text and its card',
  for: 'staff',
  right: 'jobs.write',
  limit: 'write',
  class: 'extra',
  body: z.object({
    description_html: text(STAFF_JOBS.maxHtml),
    qualification_html: text(STAFF_JOBS.maxHtml),
  }),
  reply: z.object({ description: z.string(), qualification: z.string(), preview: z.string() }),
})
