import * as z from 'zod/mini'
import { passkeyAnswer } from '../accounts/passkey-endpoints.ts'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { instant, message, text } from '../wire.ts'
import { OWN_DATA_WORDS } from '../own-data/words.ts'
import { ERASURE_WORDS as WORDS } from './words.ts'

const forApplicant = { path: '/api/erasure/', allowedFor: 'applicant' } as const

/** An application as the page about the deletion names it. */
const named = z.object({
  id: z.number(),
  /** Null for a draft. */
  reference: z.nullable(z.string()),
  job: z.string(),
  job_sw: z.nullable(z.string()),
})
export type NamedApplication = z.output<typeof named>

/** Why an application stays: it has a verdict, is in the fixed pool of a selection, or officers hold it. */
export const STAYING_REASONS = ['decided', 'selection', 'held'] as const
const kept = z.extend(named, {
  why: z.enum(STAYING_REASONS),
  /** Whether it is withdrawn with the deletion. */
  withdrawn: z.boolean(),
  /** Until when it is kept; null while its recruitment has no end yet. */
  until: z.nullable(instant),
})
export type StayingApplication = z.output<typeof kept>

const previewErasure = endpoint({
  ...forApplicant,
  method: 'GET',
  rateLimit: 'read',
  loadClass: 'read',
  summary:
    'What goes at once when the logged-in person deletes their account, and what stays until when and why',
  reply: z.object({
    /** Drafts, deleted with their files. */
    drafts: z.array(named),
    /** Sent applications that are withdrawn and deleted. */
    withdrawn: z.array(named),
    /** Applications that were withdrawn before; their content is deleted. */
    earlier: z.array(named),
    kept: z.array(kept),
    newsletter: z.boolean(),
    /** Sent with the deletion, so that exactly what was shown is done. */
    state: z.string(),
  }),
})

const eraseAccount = endpoint({
  ...forApplicant,
  method: 'POST',
  rateLimit: 'account',
  loadClass: 'login',
  summary:
    'Deletes the account of the logged-in person, after the password or a passkey. Applications without a verdict are withdrawn. An email says so',
  body: z.object({ password: text(1_000), passkey: z.optional(passkeyAnswer), state: text(64) }),
  fieldErrors: ({ password, passkey, state }): FieldErrors => ({
    ...(password || passkey ? {} : { password: OWN_DATA_WORDS.passwordRequired }),
    ...(state ? {} : { state: WORDS.stateRequired }),
  }),
  reply: message,
})

export const erasureEndpoints = {
  'GET /api/erasure/': previewErasure,
  'POST /api/erasure/': eraseAccount,
}
