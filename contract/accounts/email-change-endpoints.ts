import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { instant, message, text } from '../wire.ts'
import { emailChangeErrors } from './email-change.ts'

// The calls with which applicants change the email of their account. Both addresses must confirm it.

/**
 * A change of email that waits for confirmation. Its reply is the same whether or not the new address has an
 * account (T1).
 */
const pendingChange = z.object({
  email: z.string(),
  old_confirmed: z.boolean(),
  new_confirmed: z.boolean(),
  expires_at: instant,
})
export type PendingEmailChange = z.output<typeof pendingChange>

const reply = z.object({ pending: z.nullable(pendingChange) })
const token = z.object({ token: z.string().check(z.maxLength(200)) })

/** The common settings of the applicant's own calls. A call that differs overrides them. */
const forApplicant = { path: '/api/email-change/', allowedFor: 'applicant', loadClass: 'login' } as const

const findChange = endpoint({
  ...forApplicant,
  method: 'GET',
  summary: 'The change of email that waits for confirmation',
  rateLimit: 'read',
  loadClass: 'read',
  reply,
})

const askChange = endpoint({
  ...forApplicant,
  method: 'POST',
  summary: 'Ask for another email address, with the password. The answer is the same for every address.',
  rateLimit: 'account',
  body: z.object({ email: text(254), password: text(1_000) }),
  fieldErrors: emailChangeErrors,
  reply: z.object({ ...message.shape, ...reply.shape }),
})

const takeBackChange = endpoint({
  ...forApplicant,
  method: 'DELETE',
  summary: 'Take back the change of email that waits for confirmation',
  rateLimit: 'write',
  reply: message,
})

/** The common settings of the calls that a link in an email makes. */
const byLink = { method: 'POST', allowedFor: 'anyone', rateLimit: 'account', loadClass: 'login' } as const

const confirmChange = endpoint({
  ...byLink,
  path: '/api/email-change/confirm/{token}/',
  summary: 'Confirm a change of email with the link that one of the two addresses got',
  params: token,
  reply: z.object({ ...message.shape, changed: z.boolean() }),
})

const undoChange = endpoint({
  ...byLink,
  path: '/api/email-change/undo/{token}/',
  summary: 'Within seven days, undo a change of email with the link that the old address got',
  params: token,
  reply: message,
})

export const emailChangeEndpoints = {
  'GET /api/email-change/': findChange,
  'POST /api/email-change/': askChange,
  'DELETE /api/email-change/': takeBackChange,
  'POST /api/email-change/confirm/{token}/': confirmChange,
  'POST /api/email-change/undo/{token}/': undoChange,
}
