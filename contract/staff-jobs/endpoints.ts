import * as z from 'zod/mini'
import { deadlineInstant, openingInstant } from '../civil-dates.ts'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import {
  JOB_CHANGES,
  JOB_STATES,
  jobContent,
  jobContentErrors,
  staffJobDetail,
  staffJobLine,
} from './staff-job.ts'
import { JOB_TEXT_LIMITS } from '../jobs/text-limits.ts'
import { STAFF_JOB_WORDS, STAFF_WORDS } from '../staff/words.ts'
import { choice, count, flag, id, message, text } from '../wire.ts'

// The calls with which officers write jobs and propose changes. A second officer decides on each change.

const staffJobs = endpoint({
  method: 'GET',
  path: '/api/staff/jobs/',
  summary: 'Staff: all jobs, drafts too, newest change first',
  allowedFor: 'staff',
  right: 'jobs.read',
  audit: { entryPer15Minutes: 'jobs.listed' },
  rateLimit: 'read',
  loadClass: 'staff',
  query: z.object({
    state: z.catch(z.optional(z.enum([...JOB_STATES, 'awaiting'])), undefined),
    search: z.catch(text(100), ''),
    page: z.catch(count, undefined),
  }),
  reply: z.object({ count: z.number(), page: z.number(), pages: z.number(), results: z.array(staffJobLine) }),
})

const staffJob = endpoint({
  method: 'GET',
  path: '/api/staff/jobs/{id}/',
  summary: 'Staff: one job with its proposals, newest first',
  allowedFor: 'staff',
  right: 'jobs.read',
  audit: { entryPer15Minutes: 'job.looked_at', idIsJob: true },
  rateLimit: 'read',
  loadClass: 'staff',
  params: z.object({ id }),
  reply: staffJobDetail,
})

const staffWriteJob = endpoint({
  method: 'POST',
  path: '/api/staff/jobs/',
  summary: 'Staff: makes a new draft, empty or as a copy of a job',
  allowedFor: 'staff',
  right: 'jobs.write',
  rateLimit: 'write',
  loadClass: 'staff',
  form: 'content',
  body: z.object({ content: z.optional(jobContent), copy_of: choice }),
  reply: staffJobDetail,
})

const staffEditDraft = endpoint({
  method: 'PUT',
  path: '/api/staff/jobs/{id}/',
  summary: 'Staff: saves a draft. A job that was public can be changed only by a proposal.',
  allowedFor: 'staff',
  right: 'jobs.write',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id }),
  form: 'content',
  // `updated_at` is that of the draft that the officer read, so that a newer draft is not overwritten.
  body: z.object({ content: jobContent, updated_at: text(40) }),
  reply: staffJobDetail,
})

const staffProposeChange = endpoint({
  method: 'POST',
  path: '/api/staff/jobs/{id}/changes/',
  summary: 'Staff: proposes to publish, edit, extend, end early, reopen or archive a job',
  allowedFor: 'staff',
  right: 'jobs.write',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id }),
  form: 'content',
  body: z.object({
    kind: z.enum(JOB_CHANGES),
    /** The new content, for `publish` and `edit`; absent means the stored content. */
    content: z.optional(jobContent),
    /**
     * With `content`: the job's `updated_at` that the officer read. So no other officer's change is
     * overwritten unseen.
     */
    updated_at: text(40),
    /** The new deadline, for `extend` and `reopen`. */
    expiry_date: text(40),
    /** For `extend` and `reopen`: true when the job's rule sets the deadline because of measured downtime. */
    measured: flag,
    /** When `publish` takes effect. Empty: on approval. A date alone: at the start of that day in Nairobi. */
    publish_at: text(40),
    /**
     * The reason of the change. Only the first publishing needs none. The public reads the reason of an edit.
     */
    reason: text(500),
  }),
  // `publish` is always a job's first publishing, which needs no reason. Measured downtime is a reason by
  // itself. No two of these parts can set the same field.
  fieldErrors: (input) => ({
    ...(input.kind === 'publish' || input.measured || input.reason.trim()
      ? {}
      : { reason: STAFF_WORDS.reasonRequired }),
    ...((input.kind === 'extend' || input.kind === 'reopen') &&
    !input.measured &&
    !deadlineInstant(input.expiry_date.trim())
      ? { expiry_date: STAFF_JOB_WORDS.deadline }
      : {}),
    // The sentence about a wrong deadline fits here too: it only asks for a date.
    ...(input.publish_at.trim() && !openingInstant(input.publish_at.trim())
      ? { publish_at: STAFF_JOB_WORDS.deadline }
      : {}),
    ...(input.content && (input.kind === 'publish' || input.kind === 'edit')
      ? jobContentErrors(input.content)
      : {}),
  }),
  reply: staffJobDetail,
})

const staffDecideChange = endpoint({
  method: 'POST',
  path: '/api/staff/jobs/{id}/changes/{change}/decide/',
  summary: 'Staff: the second person approves a proposal, which takes effect, or returns it with a note',
  allowedFor: 'staff',
  right: 'jobs.approve',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id, change: id }),
  body: z.object({ approve: flag, note: text(500) }),
  fieldErrors: (input): FieldErrors =>
    // Without a verdict, only the missing verdict is an error. A returned proposal needs a note.
    input.approve === undefined
      ? { approve: STAFF_JOB_WORDS.decide }
      : input.approve || input.note.trim()
        ? {}
        : { note: STAFF_WORDS.reasonRequired },
  reply: staffJobDetail,
})

const staffWithdrawChange = endpoint({
  method: 'DELETE',
  path: '/api/staff/jobs/{id}/changes/{change}/',
  summary: 'Staff: withdraws a waiting proposal',
  allowedFor: 'staff',
  right: 'jobs.write',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id, change: id }),
  reply: message,
})

/** A preview of the job's card and page, made by the same code as the public ones. */
const staffPreviewJob = endpoint({
  method: 'POST',
  path: '/api/staff/jobs/preview/',
  summary: 'Staff: a preview of a job: its sanitised text and its card',
  allowedFor: 'staff',
  right: 'jobs.write',
  rateLimit: 'write',
  loadClass: 'extra',
  body: z.object({
    description_html: text(JOB_TEXT_LIMITS.maxHtml),
    qualification_html: text(JOB_TEXT_LIMITS.maxHtml),
    description_sw: text(JOB_TEXT_LIMITS.maxHtml),
    qualification_sw: text(JOB_TEXT_LIMITS.maxHtml),
  }),
  reply: z.object({
    description: z.string(),
    qualification: z.string(),
    preview: z.string(),
    description_sw: z.string(),
    qualification_sw: z.string(),
    preview_sw: z.string(),
  }),
})

export const staffJobEndpoints = {
  'GET /api/staff/jobs/': staffJobs,
  'POST /api/staff/jobs/': staffWriteJob,
  'POST /api/staff/jobs/preview/': staffPreviewJob,
  'GET /api/staff/jobs/{id}/': staffJob,
  'PUT /api/staff/jobs/{id}/': staffEditDraft,
  'POST /api/staff/jobs/{id}/changes/': staffProposeChange,
  'DELETE /api/staff/jobs/{id}/changes/{change}/': staffWithdrawChange,
  'POST /api/staff/jobs/{id}/changes/{change}/decide/': staffDecideChange,
}
