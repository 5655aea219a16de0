import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, instant } from '../wire.ts'

// The calls with which an applicant corrects an application that was already sent.

/** The personal details as the applicant sent them, so that the page can compare a correction with them. */
export const sentApplicant = z.object({
  first_name: z.string(),
  middle_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  idno: z.string(),
  document_type: z.string(),
  gender: z.string(),
  date_of_birth: z.string(),
  country: z.string(),
  county: z.string(),
  constituency: z.string(),
  ward: z.string(),
})

/**
 * Reopens a sent application for a correction, while its job is open and there is no verdict (W15). The sent
 * version counts until the correction is sent. A repeated call changes nothing.
 */
const reopenApplication = endpoint({
  method: 'POST',
  path: '/api/job-applications/{id}/reopen/',
  summary: 'Reopen a sent application to correct it. The sent version counts until the correction is sent.',
  allowedFor: 'applicant',
  rateLimit: 'write',
  loadClass: 'save',
  params: z.object({ id }),
  reply: z.object({
    id: z.number(),
    job_id: z.number(),
    /** The version of the draft. The next write must send it, so that it overwrites no newer draft (T22). */
    version: z.number(),
    /** `version` is the number that the correction will have when it is sent, from 2. */
    correction: z.object({ version: z.number(), reopened_at: instant }),
    message: z.string(),
  }),
})

/** Gives up a correction that was not sent: its changes are deleted. A repeated call changes nothing. */
const keepSentApplication = endpoint({
  method: 'POST',
  path: '/api/job-applications/{id}/keep-sent/',
  summary: 'Delete the changes of a correction that is not sent, and keep what was sent',
  allowedFor: 'applicant',
  rateLimit: 'write',
  loadClass: 'save',
  params: z.object({ id }),
  reply: z.object({ id: z.number(), message: z.string() }),
})

export const correctionEndpoints = {
  'POST /api/job-applications/{id}/reopen/': reopenApplication,
  'POST /api/job-applications/{id}/keep-sent/': keepSentApplication,
}
