import * as z from 'zod/mini'
import {
  filesLeftOut,
  lists,
  namedFiles,
  sentUnfinished,
  storedLists,
  typedProfile,
  unfinished,
} from './entries.ts'
import { sentApplicant } from './correction-endpoints.ts'
import { OWN_STATUSES } from './words.ts'
import { applicationDocument } from './document-rules.ts'
import { DOCUMENT_KINDS } from '../documents/documents.ts'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { textsInKiswahili } from '../jobs/texts.ts'
import { JOB_WORDS } from '../jobs/words.ts'
import { APPLICATION } from './limits.ts'
import { changedChoice, count, flag, id, instant, maybeText, text } from '../wire.ts'

/** The response always has the first three keys. Without an application, `application_id` is null (L10). */
const checkApplication = endpoint({
  method: 'GET',
  path: '/api/job-applications/check/{id}/',
  summary: 'Whether the logged-in person has an application for a job',
  allowedFor: 'applicant',
  rateLimit: 'read',
  loadClass: 'save',
  params: z.object({ id }),
  reply: z.object({
    exists: z.boolean(),
    is_completed: z.boolean(),
    application_id: z.nullable(z.number()),
    /** Present only while the applicant corrects the sent application (W15). */
    is_reopened: z.optional(z.literal(true)),
  }),
})

const flags = {
  personal_details_completed: z.boolean(),
  education_completed: z.boolean(),
  experience_completed: z.boolean(),
  referees_completed: z.boolean(),
}

/**
 * The reply to every write of a draft (W9). `id` and `application_id` are the same number. The next write
 * must send the `version` (T22).
 */
const written = {
  id: z.number(),
  application_id: z.number(),
  exists: z.boolean(),
  is_completed: z.boolean(),
  reference_number: z.nullable(z.string()),
  message: z.string(),
  version: z.number(),
}

// A caller may send the job's id under either name.
const jobNamed = { job: z.optional(id), job_id: z.optional(id) }
const needsJob = (input: { job?: number | undefined; job_id?: number | undefined }): FieldErrors =>
  (input.job ?? input.job_id) ? {} : { job: JOB_WORDS.invalid }

/** Makes only one application for a person and a job, even if repeated (W9). */
const startApplication = endpoint({
  method: 'POST',
  path: '/api/job-applications/',
  summary: 'Start an application, or find the existing one',
  allowedFor: 'applicant',
  rateLimit: 'write',
  loadClass: 'save',
  body: z.object(jobNamed),
  fieldErrors: needsJob,
  reply: z.object(written),
})

// These flags are accepted and ignored, because the server computes them itself (W2).
const sentFlags = {
  personal_details_completed: flag,
  education_completed: flag,
  experience_completed: flag,
  referees_completed: flag,
}
const MAX_ADDRESS_LENGTH = 500
const MAX_EMPLOYMENT_NUMBER_LENGTH = 60
const sentAnswers = {
  ...lists,
  address: maybeText(MAX_ADDRESS_LENGTH),
  employment_number: maybeText(MAX_EMPLOYMENT_NUMBER_LENGTH),
  huduma_centre: changedChoice,
  by_election_area: changedChoice,
}

/**
 * Changes a draft. Absent fields keep their value. The two calls that submit do the same, but with a ticket
 * they empty the absent fields. An old `version` is refused with 409 and the present content (T22).
 */
const savePartially = endpoint({
  method: 'POST',
  path: '/api/job-applications/partial-save/',
  summary: 'Save the draft, complete or not. One call may include two files.',
  allowedFor: 'applicant',
  rateLimit: 'write',
  loadClass: 'save',
  files: DOCUMENT_KINDS,
  body: z.object({ ...jobNamed, ...sentFlags, ...sentAnswers, unfinished: sentUnfinished, version: count }),
  fieldErrors: needsJob,
  reply: z.object({ ...written, ...flags, documents: z.array(applicationDocument), updated_at: instant }),
})

/** The receipt: proof of a submission. Anyone can check it on /verify. */
const receipt = z.object({
  reference_number: z.string(),
  job_reference: z.string(),
  job_title: z.string(),
  name: z.string(),
  /** When the application was submitted, by the server's clock, ISO 8601 in UTC. */
  submitted_at: instant,
  /** When the application reached the server, which must be before the deadline. Absent in old receipts. */
  received_at: z.optional(instant),
  /** The SHA-256 of the sent application in canonical JSON (RFC 8785), in hex. */
  digest: z.string(),
  /** The salt, 64 hex digits. Without it, no one can find the receipt's entry in the public log. */
  salt: z.string(),
  /** The Ed25519 signature, in base64, over the receipt without its signature, in canonical JSON. */
  signature: z.string(),
  /** The name of the signing key. */
  key: z.string(),
  /** The address of the page that checks the receipt. */
  verify_url: z.string(),
  /** The number of a version that corrects an earlier one, from '2'. Absent in the first receipt (W15). */
  version: z.optional(z.string()),
  /** The digest, in the public log, of the version that this one replaces, in hex. */
  supersedes: z.optional(z.string()),
})
export type Receipt = z.output<typeof receipt>

const sentWhole = z.object({
  ...jobNamed,
  ...sentFlags,
  ...sentAnswers,
  profile: typedProfile,
  files: namedFiles,
  files_left_out: filesLeftOut,
  version: count,
  idempotency_key: text(100),
})
const submittedReply = z.object({ ...written, receipt })

/**
 * Submits an application. A call with the same key, in the header `Idempotency-Key` or in the field, has the
 * same response (W10).
 */
const submitApplication = endpoint({
  method: 'POST',
  path: '/api/job-applications/submit/',
  summary: 'Submit the application. Repeated calls with the same key submit it only once.',
  allowedFor: 'applicant',
  rateLimit: 'write',
  loadClass: 'submit',
  files: DOCUMENT_KINDS,
  body: sentWhole,
  fieldErrors: needsJob,
  reply: submittedReply,
})

/** Submits an application, as the call above does. It never saves a draft (W10). */
const updateApplication = endpoint({
  method: 'PUT',
  path: '/api/job-applications/update/{id}/',
  summary: 'Submit an application that was started before',
  allowedFor: 'applicant',
  rateLimit: 'write',
  loadClass: 'submit',
  files: DOCUMENT_KINDS,
  params: z.object({ id }),
  body: sentWhole,
  reply: submittedReply,
})

const applicationJob = z.object({
  id: z.number(),
  reference: z.string(),
  title: z.string(),
  type: z.string(),
  location: z.string(),
  /** Sanitised HTML. */
  qualification: z.string(),
  expiry_date: z.nullable(instant),
  /** True once the job takes no more applications: after its deadline, or when it is no longer public. */
  is_expired: z.boolean(),
  /** The job's title in Kiswahili, for pages in Kiswahili. */
  in_kiswahili: textsInKiswahili,
})

const listed = {
  id: z.number(),
  reference_number: z.nullable(z.string()),
  /** The application's status: 'Draft' until it is submitted (L2). */
  status: z.enum([...OWN_STATUSES, 'Draft']),
  is_completed: z.boolean(),
  created_at: instant,
  updated_at: instant,
  submitted_at: z.nullable(instant),
  /**
   * Present only while the applicant corrects the sent application, which counts until the correction is sent
   * (W15). `version` is the number that the correction will have, from 2.
   */
  correction: z.optional(z.object({ version: z.number(), reopened_at: instant })),
}

/**
 * The person's applications and drafts, newest first (L2, L3). A draft also says why the job's deadline was
 * moved. The load class is `save`, because people open their drafts from this list.
 */
const listApplications = endpoint({
  method: 'GET',
  path: '/api/job-applications/',
  summary: `The logged-in person's applications, newest first, at most ${APPLICATION.maxListed}`,
  allowedFor: 'applicant',
  rateLimit: 'read',
  loadClass: 'save',
  reply: z.array(
    z.object({
      ...listed,
      job: z.extend(z.omit(applicationJob, { qualification: true }), {
        extension_reason: z.optional(z.string()),
      }),
    }),
  ),
})

/**
 * The answers of a draft, or the frozen answers of a sent application (L8). With `draft`, a reopened
 * application is shown as the draft of its correction, not completed and without receipt (W15). Another
 * person's application is refused with 404, as if it did not exist (L7).
 */
const getApplication = endpoint({
  method: 'GET',
  path: '/api/job-applications/{id}/',
  summary: 'One application, complete',
  allowedFor: 'applicant',
  rateLimit: 'read',
  loadClass: 'save',
  params: z.object({ id }),
  query: z.object({ draft: flag }),
  reply: z.object({
    ...listed,
    job: applicationJob,
    user: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }),
    ...storedLists,
    ...flags,
    address: z.string(),
    employment_number: z.string(),
    huduma_centre: z.nullable(z.number()),
    huduma_centre_name: z.string(),
    by_election_area: z.nullable(z.number()),
    by_election_area_name: z.string(),
    /** `title` is the job's name for the document; after the submit, its name at the time of the submit. */
    documents: z.array(z.extend(applicationDocument, { title: z.optional(z.string()) })),
    version: z.number(),
    unfinished: z.nullable(unfinished),
    receipt: z.nullable(receipt),
    /** The applicant's details as sent; present during a correction, without `draft` (W15). */
    sent_applicant: z.optional(sentApplicant),
    /** The receipts of earlier versions, newest first; absent when there is only one version (W15). */
    earlier_receipts: z.optional(z.array(receipt)),
  }),
})
export type Application = z.output<typeof getApplication.reply>

/** Withdraws a sent application that has no verdict. A repeated call changes nothing. */
const withdrawApplication = endpoint({
  method: 'POST',
  path: '/api/job-applications/{id}/withdraw/',
  summary: 'Withdraw a sent application. Officers no longer see it.',
  allowedFor: 'applicant',
  rateLimit: 'write',
  loadClass: 'save',
  params: z.object({ id }),
  reply: z.object({
    id: z.number(),
    status: z.literal('Withdrawn'),
    withdrawn_at: instant,
    message: z.string(),
  }),
})

export const applicationEndpoints = {
  'GET /api/job-applications/check/{id}/': checkApplication,
  'GET /api/job-applications/': listApplications,
  'POST /api/job-applications/': startApplication,
  'POST /api/job-applications/partial-save/': savePartially,
  'POST /api/job-applications/submit/': submitApplication,
  'PUT /api/job-applications/update/{id}/': updateApplication,
  'GET /api/job-applications/{id}/': getApplication,
  'POST /api/job-applications/{id}/withdraw/': withdrawApplication,
}
