import * as z from 'zod/mini'
import { filesLeftOut, lists, namedFiles, sentUnfinished, storedLists, typedProfile, unfinished } from './entries.ts'
import { STATUSES } from './words.ts'
import { applicationDocument } from './document-rules.ts'
import { DOCUMENT_KINDS } from './documents.ts'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { JOB_WORDS } from '../jobs/words.ts'
import { APPLICATION } from '../limits.ts'
import { changedChoice, count, flag, id, instant, maybeText, text } from '../wire.ts'

/** L10: always three keys; `application_id` is null when there is none. */
export const checkApplication = endpoint({
  method: 'GET',
  path: '/api/job-applications/check/{id}/',
  summary: 'Whether the signed-in person has an application for a job',
  for: 'applicant',
  limit: 'read',
  class: 'save',
  params: z.object({ id }),
  reply: z.object({ exists: z.boolean(), is_completed: z.boolean(), application_id: z.nullable(z.number()) }),
})

const flags = {
  personal_details_completed: z.boolean(),
  education_completed: z.boolean(),
  experience_completed: z.boolean(),
  referees_completed: z.boolean(),
}

/** W9: every write answers alike. `version` goes back with the next write (T22). */
const written = {
  id: z.number(),
  application_id: z.number(),
  exists: z.boolean(),
  is_completed: z.boolean(),
  reference_number: z.nullable(z.string()),
  message: z.string(),
  version: z.number(),
}

const jobNamed = { job: z.optional(id), job_id: z.optional(id) }
const needsJob = (input: { job?: number | undefined; job_id?: number | undefined }): FieldErrors =>
  (input.job ?? input.job_id) ? {} : { job: JOB_WORDS.invalid }

/** W9: one row a person and job, however often this is called; `job` and `job_id` both serve. */
export const startApplication = endpoint({
  method: 'POST',
  path: '/api/job-applications/',
  summary: 'Start an application, or find the one that is there',
  for: 'applicant',
  limit: 'write',
  class: 'save',
  body: z.object(jobNamed),
  faults: needsJob,
  reply: z.object(written),
})

// The client's flags are read and not believed (W2).
const sentFlags = { personal_details_completed: flag, education_completed: flag, experience_completed: flag, referees_completed: flag }
const sentAnswers = {
  ...lists,
  address: maybeText(500),
  employment_number: maybeText(60),
  huduma_centre: changedChoice,
  by_election_area: changedChoice,
}

/** Absent is kept, here and in the two calls below. With a `version` that is no longer the last, 409 and what stands now (T22). */
export const savePartially = endpoint({
  method: 'POST',
  path: '/api/job-applications/partial-save/',
  summary: 'Keep what is filled in so far; files may come along, two in one call',
  for: 'applicant',
  limit: 'write',
  class: 'save',
  files: DOCUMENT_KINDS,
  body: z.object({ ...jobNamed, ...sentFlags, ...sentAnswers, unfinished: sentUnfinished, version: count }),
  faults: needsJob,
  reply: z.object({ ...written, ...flags, documents: z.array(applicationDocument), updated_at: instant }),
})

/** Proof of a submission; verified on /verify. */
export const receipt = z.object({
  reference_number: z.string(),
  job_reference: z.string(),
  job_title: z.string(),
  name: z.string(),
  /** The server's clock, ISO 8601 in UTC. */
  submitted_at: instant,
  /** When it reached us, which decides about the deadline; receipts of earlier versions do not name it. */
  received_at: z.optional(instant),
  /** SHA-256 of the frozen application in canonical JSON (RFC 8785), in hex. */
  digest: z.string(),
  /** 64 hex digits: with them, and only with them, can the leaf of the public log be found again. */
  salt: z.string(),
  /** Ed25519 over the receipt without its signature in canonical JSON, in base64. */
  signature: z.string(),
  /** The name of the key that signed. */
  key: z.string(),
  /** Where it can be checked. */
  verify_url: z.string(),
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

/** The header `Idempotency-Key` or the field: the same key is answered the same again (W10). */
export const submitApplication = endpoint({
  method: 'POST',
  path: '/api/job-applications/submit/',
  summary: 'Send the application; once, however often it is called with the same key',
  for: 'applicant',
  limit: 'write',
  class: 'submit',
  files: DOCUMENT_KINDS,
  body: sentWhole,
  faults: needsJob,
  reply: submittedReply,
})

/** W10: finishes exactly like submit; never for drafts. */
export const updateApplication = endpoint({
  method: 'PUT',
  path: '/api/job-applications/update/{id}/',
  summary: 'Send an application that was started before',
  for: 'applicant',
  limit: 'write',
  class: 'submit',
  files: DOCUMENT_KINDS,
  params: z.object({ id }),
  body: sentWhole,
  reply: submittedReply,
})

const ofJob = z.object({
  id: z.number(),
  reference: z.string(),
  title: z.string(),
  type: z.string(),
  location: z.string(),
  /** Sanitised HTML. */
  qualification: z.string(),
  expiry_date: z.nullable(instant),
  is_expired: z.boolean(),
})

const listed = {
  id: z.number(),
  reference_number: z.nullable(z.string()),
  /** One of the five; of a draft (L2: `is_completed` false) 'Draft'. */
  status: z.enum([...STATUSES, 'Draft']),
  is_completed: z.boolean(),
  created_at: instant,
  updated_at: instant,
  submitted_at: z.nullable(instant),
}

/** L2, L3: drafts too; newest first. A draft also says why its deadline was moved, where it was. Of class `save`: it is the way into a draft. */
export const listApplications = endpoint({
  method: 'GET',
  path: '/api/job-applications/',
  summary: `The signed-in person's applications, newest first, at most ${APPLICATION.maxListed}`,
  for: 'applicant',
  limit: 'read',
  class: 'save',
  reply: z.array(z.object({ ...listed, job: z.extend(z.omit(ofJob, { qualification: true }), { extension_reason: z.optional(z.string()) }) })),
})

/** L7: somebody else's is 404, as one that never was. L8: once sent, what was frozen. */
export const getApplication = endpoint({
  method: 'GET',
  path: '/api/job-applications/{id}/',
  summary: 'One application, whole',
  for: 'applicant',
  limit: 'read',
  class: 'save',
  params: z.object({ id }),
  reply: z.object({
    ...listed,
    job: ofJob,
    user: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }),
    ...storedLists,
    ...flags,
    address: z.string(),
    employment_number: z.string(),
    huduma_centre: z.nullable(z.number()),
    huduma_centre_name: z.string(),
    by_election_area: z.nullable(z.number()),
    by_election_area_name: z.string(),
    /** `title`: what the job calls a document that it names; once sent, what it was called then. */
    documents: z.array(z.extend(applicationDocument, { title: z.optional(z.string()) })),
    version: z.number(),
    unfinished: z.nullable(unfinished),
    receipt: z.nullable(receipt),
  }),
})
export type Application = z.output<typeof getApplication.reply>
