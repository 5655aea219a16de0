import * as z from 'zod/mini'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { passkeyAnswer } from '../accounts/passkey-endpoints.ts'
import { text } from '../wire.ts'
import { OWN_DATA_WORDS as WORDS } from './words.ts'

// The call by which a person takes a copy of everything that the portal stores about them.

const MAX_PASSWORD_LENGTH = 1_000

const takeOwnData = endpoint({
  method: 'POST',
  path: '/api/own-data/',
  summary:
    'A copy of everything about the logged-in person, as a ZIP, after the password or a passkey. An email says so.',
  allowedFor: 'applicant',
  rateLimit: 'account',
  loadClass: 'login',
  body: z.object({ password: text(MAX_PASSWORD_LENGTH), passkey: z.optional(passkeyAnswer) }),
  fieldErrors: ({ password, passkey }): FieldErrors =>
    password || passkey ? {} : { password: WORDS.passwordRequired },
  sends: 'file',
  types: ['application/zip'],
  reply: z.unknown(),
})

export const ownDataEndpoints = {
  'POST /api/own-data/': takeOwnData,
}
