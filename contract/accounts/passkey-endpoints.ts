import * as z from 'zod/mini'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { id, instant, message, text, webauthn } from '../wire.ts'
import { beforeLogin, loginReply } from './endpoints.ts'
import { PASSKEY_WORDS, passkeyNameErrors } from './passkeys.ts'

// The calls with which applicants add and use passkeys. A passkey always signs a challenge of the server
// first.

/**
 * The challenge that a passkey signs, and a ticket that proves for some minutes what the challenge is for.
 */
const challenge = z.object({ ticket: z.string(), options: webauthn })
const ticket = text(300)
/** The passkey's answer to a challenge, with the ticket of this challenge. */
export const passkeyAnswer = z.object({ ticket, response: webauthn })

/** The common settings of the calls of a logged-in person. A call that differs overrides them. */
const forApplicant = { path: '/api/passkeys/', allowedFor: 'applicant', loadClass: 'login' } as const

const loginChallenge = endpoint({
  ...beforeLogin,
  path: '/api/login/passkey/options/',
  summary:
    'The challenge that a passkey signs to log in. It is the same kind for everyone: it names no account.',
  reply: challenge,
})

const loginByPasskey = endpoint({
  ...beforeLogin,
  path: '/api/login/passkey/',
  summary: 'Log in with a passkey, without the password',
  body: passkeyAnswer,
  reply: loginReply,
})

const passkey = z.object({
  id: z.number(),
  name: z.string(),
  created_at: instant,
  last_used_at: z.nullable(instant),
})
export type Passkey = z.output<typeof passkey>

const listPasskeys = endpoint({
  ...forApplicant,
  method: 'GET',
  summary: 'The passkeys of the logged-in person',
  rateLimit: 'read',
  loadClass: 'read',
  reply: z.object({ results: z.array(passkey) }),
})

const newPasskeyChallenge = endpoint({
  ...forApplicant,
  path: '/api/passkeys/options/',
  method: 'POST',
  summary: 'The options for a new passkey, after the password',
  rateLimit: 'account',
  body: z.object({ password: text(1_000) }),
  fieldErrors: ({ password }): FieldErrors => (password ? {} : { password: PASSKEY_WORDS.password }),
  reply: challenge,
})

const addPasskey = endpoint({
  ...forApplicant,
  method: 'POST',
  summary: 'Save a new passkey under a name. An email says so.',
  rateLimit: 'account',
  body: z.object({ ...passkeyAnswer.shape, name: text(200) }),
  fieldErrors: ({ name }) => passkeyNameErrors(name),
  reply: message,
})

const proofChallenge = endpoint({
  ...forApplicant,
  path: '/api/passkeys/proof/',
  method: 'POST',
  summary: 'The challenge that a passkey of the logged-in person signs where the password is asked for again',
  rateLimit: 'account',
  reply: challenge,
})

const removePasskey = endpoint({
  ...forApplicant,
  path: '/api/passkeys/{id}/',
  method: 'DELETE',
  summary: 'Remove a passkey. The password still logs in. An email says so.',
  rateLimit: 'write',
  params: z.object({ id }),
  reply: message,
})

export const passkeyEndpoints = {
  'POST /api/login/passkey/options/': loginChallenge,
  'POST /api/login/passkey/': loginByPasskey,
  'GET /api/passkeys/': listPasskeys,
  'POST /api/passkeys/options/': newPasskeyChallenge,
  'POST /api/passkeys/': addPasskey,
  'POST /api/passkeys/proof/': proofChallenge,
  'DELETE /api/passkeys/{id}/': removePasskey,
}
