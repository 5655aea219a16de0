import * as z from 'zod/mini'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { LIFT_WORDS } from './lift-words.ts'
import { officer } from '../staff/endpoints.ts'
import { STAFF_WORDS } from '../staff/words.ts'
import { id, instant, strictBoolean, text } from '../wire.ts'

// The calls about lifts. A lift shows one officer the names that blind review hides. Another officer must
// agree to it.

/** The longest reason of a request, and the longest note of its refusal. */
const MAX_TEXT_LENGTH = 500

/** An officer's request to see the names of a job's applicants. */
const liftRequest = z.object({
  id: z.number(),
  by: officer,
  job: z.object({ id: z.number(), reference: z.string(), title: z.string() }),
  reason: z.string(),
  requested_at: instant,
  /** Until when the request waits for another officer. */
  ends_at: instant,
})
export type LiftRequest = z.output<typeof liftRequest>

const staffRequestLift = endpoint({
  method: 'POST',
  path: '/api/staff/jobs/{id}/lift-blind/',
  summary:
    'Staff: asks to see the names of a job’s applicants; another officer must agree. The reason is logged.',
  allowedFor: 'staff',
  right: 'identities.reveal',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id }),
  body: z.object({ reason: text(MAX_TEXT_LENGTH) }),
  fieldErrors: (input): FieldErrors => (input.reason.trim() ? {} : { reason: STAFF_WORDS.reasonRequired }),
  reply: liftRequest,
})

const staffLifts = endpoint({
  method: 'GET',
  path: '/api/staff/lifts/',
  summary: 'Staff: waiting requests to see names: those that this officer may decide on, and their own',
  allowedFor: 'staff',
  right: 'self',
  audit: { entryPer15Minutes: 'lifts.listed' },
  rateLimit: 'read',
  loadClass: 'staff',
  reply: z.object({ to_decide: z.array(liftRequest), own: z.array(liftRequest) }),
})

const staffDecideLift = endpoint({
  method: 'POST',
  path: '/api/staff/lifts/{id}/decide/',
  summary:
    'Staff: agrees that another officer sees names for one working day, or refuses with a note. Applicants can see this.',
  allowedFor: 'staff',
  right: 'blind.agree',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id }),
  body: z.object({ agree: strictBoolean, note: text(MAX_TEXT_LENGTH) }),
  fieldErrors: (input): FieldErrors => (input.agree || input.note.trim() ? {} : { note: LIFT_WORDS.whyNot }),
  reply: liftRequest,
})

const staffWithdrawLift = endpoint({
  method: 'POST',
  path: '/api/staff/lifts/{id}/withdraw/',
  summary: 'Staff: withdraws the officer’s own request to see names',
  allowedFor: 'staff',
  right: 'identities.reveal',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id }),
  reply: liftRequest,
})

export const liftEndpoints = {
  'POST /api/staff/jobs/{id}/lift-blind/': staffRequestLift,
  'GET /api/staff/lifts/': staffLifts,
  'POST /api/staff/lifts/{id}/decide/': staffDecideLift,
  'POST /api/staff/lifts/{id}/withdraw/': staffWithdrawLift,
}
