import * as z from 'zod/mini'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { message, text } from '../wire.ts'
import { beforeLogin, email, linkToken, newPasswordErrors, password, recaptchaToken } from './endpoints.ts'
import { SECURITY_QUESTION } from './limits.ts'
import { passkeyAnswer } from './passkey-endpoints.ts'
import { SECURITY, securityErrors } from './words.ts'

// The calls about the security question, and about the reset of a password with it.

const getSecurityQuestion = endpoint({
  ...beforeLogin,
  path: '/api/security/question/',
  summary: 'The security question of an account. After a few requests, a captcha is needed.',
  body: z.object({ email, recaptchaToken }),
  reply: z.object({ question: z.string() }),
})

const resetByQuestion = endpoint({
  ...beforeLogin,
  path: '/api/security/reset/',
  summary: 'Set a new password by answering the security question',
  // `otp` is the emailed code, for operators that also require it beside the answer (C3).
  body: z.object({
    email,
    answer: text(SECURITY_QUESTION.maxAnswerLength),
    new_password: password,
    otp: text(20),
    recaptchaToken,
  }),
  fieldErrors: (input): FieldErrors => ({
    ...(input.answer.trim() ? {} : { answer: SECURITY.answer }),
    ...newPasswordErrors(input),
  }),
  reply: message,
})

const undoReset = endpoint({
  ...beforeLogin,
  path: '/api/security/undo-reset/{token}/',
  summary: '"This was not me": within a day, undo a password reset that used the security question',
  params: linkToken,
  reply: message,
})

/**
 * A person who sets the question must prove who they are, unless they have just logged in (C3). Else a person
 * who finds an open session could take the account over.
 */
const setSecurityQuestion = endpoint({
  method: 'POST',
  path: '/api/security/set/',
  summary: `Set the security question. The password or a passkey is needed, except in the first ${SECURITY_QUESTION.freshLoginMinutes} minutes after the login.`,
  allowedFor: 'applicant',
  rateLimit: 'account',
  loadClass: 'login',
  body: z.object({
    security_question: text(SECURITY_QUESTION.maxQuestionLength),
    security_answer: text(SECURITY_QUESTION.maxAnswerLength),
    password,
    passkey: z.optional(passkeyAnswer),
  }),
  fieldErrors: securityErrors,
  reply: message,
})

export const questionEndpoints = {
  'POST /api/security/question/': getSecurityQuestion,
  'POST /api/security/reset/': resetByQuestion,
  'POST /api/security/undo-reset/{token}/': undoReset,
  'POST /api/security/set/': setSecurityQuestion,
}
