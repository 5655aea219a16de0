import * as z from 'zod/mini'
import { passkeyAnswer } from '../accounts/passkey-endpoints.ts'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { instant, message, text } from '../wire.ts'
import { OWN_DATA_WORDS } from '../own-data/words.ts'
import { ERASURE_WORDS as WORDS } from './words.ts'

// The calls by which a person deletes their account, and sees before what that does.

const forApplicant = { path: '/api/erasure/', allowedFor: 'applicant' } as const

/** An application in the list that the page about deleting an account shows. */
const namedApplication = z.object({
  id: z.number(),
  /** The reference number of the application; null for a draft. */
  reference: z.nullable(z.string()),
  /** The title of the application's job in English, and in Kiswahili. */
  job: z.string(),
  job_sw: z.nullable(z.string()),
})
export type NamedApplication = z.output<typeof namedApplication>

/** Why an application stays: it has a verdict, is in a selection's frozen pool, or officers hold its job. */
const STAYING_REASONS = ['decided', 'selection', 'held'] as const
const stayingApplication = z.extend(namedApplication, {
  why: z.enum(STAYING_REASONS),
  /** Whether the deletion of the account also withdraws the application. */
  withdrawn: z.boolean(),
  /** Until when the application is kept; null while its recruitment has no end yet. */
  until: z.nullable(instant),
})
export type StayingApplication = z.output<typeof stayingApplication>

const previewErasure = endpoint({
  ...forApplicant,
  method: 'GET',
  rateLimit: 'read',
  loadClass: 'read',
  summary:
    'What goes at once when the logged-in person deletes their account, and what stays until when and why',
  reply: z.object({
    /** Draft applications, which are deleted with their files. */
    drafts: z.array(namedApplication),
    /** Sent applications, which are withdrawn and deleted. */
    withdrawn: z.array(namedApplication),
    /** Applications that the person withdrew earlier; their content is deleted. */
    earlier: z.array(namedApplication),
    kept: z.array(stayingApplication),
    /** Whether the person's address is subscribed to the newsletter, and will be removed from it. */
    newsletter: z.boolean(),
    /** A digest of this preview. The deletion sends it back, so that exactly what was shown is done. */
    state: z.string(),
  }),
})

const eraseAccount = endpoint({
  ...forApplicant,
  method: 'POST',
  rateLimit: 'account',
  loadClass: 'login',
  summary:
    'Deletes the account of the logged-in person, after the password or a passkey. Applications without a verdict are withdrawn. An email says so.',
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
