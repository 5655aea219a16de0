import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { PERSON } from './limits.ts'
import { type RegistrationAnswers, registrationErrors } from './registration-rules.ts'
import { choice, flag, message, text } from '../wire.ts'

// The call that creates an account, and the schema of its body.

/**
 * The body that the registration form sends (S1 §7). Missing values become '' or undefined, so that the rule
 * of the field reports them.
 */
export const registrationBody = z.object({
  email: text(254),
  password: text(1_000),
  first_name: text(PERSON.maxNameLength),
  last_name: text(PERSON.maxNameLength),
  middle_name: text(PERSON.maxNameLength),
  document_type: text(20),
  id_number: text(20),
  // The limits from here on are larger than any valid answer, so that the field's own rule reports the error.
  gender: text(20),
  date_of_birth: text(40),
  country: text(10),
  county: choice,
  constituency: choice,
  ward: choice,
  phone: text(40),
  is_pwd: flag,
  disability_type: text(20),
  recaptchaToken: text(8_192),
})

// This fails to compile when the rules and the schema have different types.
registrationBody satisfies z.ZodMiniType<RegistrationAnswers>

const register = endpoint({
  method: 'POST',
  path: '/api/register/',
  summary: 'Create an account. The portal then sends an email with a verification link.',
  allowedFor: 'anyone',
  rateLimit: 'account',
  loadClass: 'login',
  body: registrationBody,
  fieldErrors: registrationErrors,
  reply: message,
})

export const registrationEndpoints = {
  'POST /api/register/': register,
}
