import * as z from 'zod/mini'
import { endpoint, type Faults } from './endpoint.ts'
import { SECURITY_QUESTION } from './limits.ts'
import { normaliseAnswer } from './normalise.ts'
import { resetPasswordFault } from './passwords.ts'
import { emailFault } from './registration.ts'
import { id, message, text } from './wire.ts'

/** S1 §4, §5 and §8: sentences of account access. The 'else' sentences are the browser's, for an answer without words. */
export const LOGIN = {
  failed: 'Failed to login',
  broke: 'Failed to login. Please try again.',
  email: 'Please enter a valid email address',
  password: 'Please enter your password',
} as const

export const REGISTER_FALLBACK = {
  failed: 'Registration failed',
  broke: 'Registration failed. Please try again.',
  existsTitle: 'Account Already Exists',
  /** A message with one of these words gets the dialog of that title. */
  existsWords: ['already exists', 'already registered', 'duplicate'],
} as const

export const VERIFICATION_WORDS = {
  missing: 'Verification token is missing.',
  failed: 'Failed to verify email. The link may be expired or invalid.',
  broke: 'Email verification failed',
  done: 'Your email is verified. You can now log in.',
  resent: 'If this address has an account that is not verified yet, a new letter is on its way.',
} as const

export const RESET = {
  requested: 'If the email exists, an OTP has been sent to the address provided.',
  requestFailed: 'Failed to send password reset email',
  codeGood: 'The code is right. Now choose a new password.',
  codeFailed: 'Failed to verify OTP',
  updated: 'Password updated successfully',
  updateFailed: 'Failed to update password',
} as const

export const SECURITY = {
  both: 'Both question and answer are required',
  saved: 'Your security question is saved',
  saveFailed: 'Failed to save security question',
  notFound: 'Account does not exist, please register',
  notSet: 'Security question is not set for this account.',
  answer: 'Answer is required',
  resetFailed: 'Failed to reset password via security question',
  network: 'Network error. Please check your connection and try again.',
  broke: 'Failed to reset password. Please try again.',
  weak: 'Please choose an answer that cannot be guessed from the question or from your name, email or password.',
  undoInvalid: 'This link does not work any more. If you did not change your password, reset it now and write to us.',
  undone: 'The reset is undone. Your old password works again, and everybody is signed out.',
} as const

/** Questions offered at the set-up; a question of one's own is as welcome (C3). */
export const SUGGESTED_QUESTIONS = [
  'What was the name of your first class teacher?',
  'In which village or estate did your best childhood friend live?',
  'What was the first thing you bought with your own money?',
  'What was the name of the shop nearest to your childhood home?',
  'What nickname did only your grandparents call you?',
] as const

const email = text(254)

export const user = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
})

/** What a browser needs of its session: S1 §4 timers count from these (A12). Instants are ISO 8601 in UTC. */
const sessionTimes = {
  expires_at: z.string(),
  /** The server's clock when it answered, so that a wrong clock on the phone does no harm. */
  server_time: z.string(),
}

export const csrf = endpoint({
  method: 'GET',
  path: '/api/csrf/',
  summary: 'A token against cross-site requests, to be sent as the header X-CSRFToken',
  for: 'anyone',
  limit: 'read',
  reply: z.object({ csrfToken: z.string() }),
})

export const login = endpoint({
  method: 'POST',
  path: '/api/login/',
  summary: 'Sign in',
  for: 'anyone',
  limit: 'account',
  body: z.object({ email, password: text(1_000) }),
  faults: (it): Faults => ({
    ...(it.email.trim() ? {} : { email: LOGIN.email }),
    ...(it.password ? {} : { password: LOGIN.password }),
  }),
  reply: z.object({ token: z.string(), user, require_security_setup: z.boolean(), ...sessionTimes }),
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout/',
  summary: 'End this session',
  for: 'applicant',
  limit: 'write',
  reply: message,
})

/** A12. The answer carries a new token; the old one still answers for a minute, for the other tabs (T6). */
export const extendSession = endpoint({
  method: 'POST',
  path: '/api/session/extend/',
  summary: 'Extend this session by an hour, up to twelve hours after signing in',
  for: 'applicant',
  limit: 'write',
  reply: z.object({ token: z.string(), ...sessionTimes }),
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/verify-email/{token}/',
  summary: 'Verify the email address that a registration letter went to',
  for: 'anyone',
  limit: 'account',
  params: z.object({ token: z.string().check(z.maxLength(200)) }),
  reply: message,
})

export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/resend-verification/',
  summary: 'Send the verification letter again (A9); the answer is the same for every address',
  for: 'anyone',
  limit: 'mail',
  body: z.object({ email }),
  faults: (it): Faults => (emailFault(it.email) ? { email: LOGIN.email } : {}),
  reply: message,
})

export const requestReset = endpoint({
  method: 'POST',
  path: '/api/password-reset-request/',
  summary: 'Ask for a code by email; the answer is the same for every address (A2)',
  for: 'anyone',
  limit: 'mail',
  body: z.object({ email }),
  faults: (it): Faults => (emailFault(it.email) ? { email: LOGIN.email } : {}),
  reply: z.object({ message: z.string(), notification: z.optional(z.string()) }),
})

export const verifyOtp = endpoint({
  method: 'POST',
  path: '/api/verify-otp/',
  summary: 'Check an emailed code without using it up (A3)',
  for: 'anyone',
  limit: 'account',
  body: z.object({ email, otp: text(20) }),
  reply: message,
})

const newPasswordFaults = (it: { new_password: string }): Faults => {
  const fault = resetPasswordFault(it.new_password)
  return fault ? { new_password: fault } : {}
}

export const updatePassword = endpoint({
  method: 'POST',
  path: '/api/update-password/',
  summary: 'Set a new password with an emailed code',
  for: 'anyone',
  limit: 'account',
  body: z.object({ email, otp: text(20), new_password: text(1_000) }),
  faults: newPasswordFaults,
  reply: message,
})

export const getSecurityQuestion = endpoint({
  method: 'POST',
  path: '/api/security/question/',
  summary: 'The security question of an account',
  for: 'anyone',
  limit: 'account',
  body: z.object({ email }),
  reply: z.object({ question: z.string() }),
})

export const resetByQuestion = endpoint({
  method: 'POST',
  path: '/api/security/reset/',
  summary: 'Set a new password by answering the security question',
  for: 'anyone',
  limit: 'account',
  body: z.object({ email, answer: text(SECURITY_QUESTION.maxAnswerLength), new_password: text(1_000) }),
  faults: (it): Faults => ({ ...(it.answer.trim() ? {} : { answer: SECURITY.answer }), ...newPasswordFaults(it) }),
  reply: message,
})

export const undoReset = endpoint({
  method: 'POST',
  path: '/api/security/undo-reset/{token}/',
  summary: '"This was not me": undo a reset by security question within a day (C3)',
  for: 'anyone',
  limit: 'account',
  params: z.object({ token: z.string().check(z.maxLength(200)) }),
  reply: message,
})

/** S1 §5 Security question; and no answer that gives itself away (T5). */
export const securityFaults = (it: { security_question: string; security_answer: string }): Faults => {
  if (!it.security_question.trim() || !it.security_answer.trim()) {
    return { [it.security_question.trim() ? 'security_answer' : 'security_question']: SECURITY.both }
  }
  const answer = normaliseAnswer(it.security_answer)
  return answer.length < SECURITY_QUESTION.minAnswerLength || normaliseAnswer(it.security_question).includes(answer)
    ? { security_answer: SECURITY.weak }
    : {}
}

export const setSecurityQuestion = endpoint({
  method: 'POST',
  path: '/api/security/set/',
  summary: 'Set or replace the security question and its answer',
  for: 'applicant',
  limit: 'account',
  body: z.object({
    security_question: text(SECURITY_QUESTION.maxQuestionLength),
    security_answer: text(SECURITY_QUESTION.maxAnswerLength),
  }),
  faults: securityFaults,
  reply: message,
})

const profileFields = {
  phone: z.string(),
  idno: z.string(),
  address: z.string(),
  gender: z.string(),
  date_of_birth: z.nullable(z.string()),
  country: z.string(),
  county: z.nullable(id),
  county_name: z.string(),
  constituency: z.nullable(id),
  constituency_name: z.string(),
  ward: z.nullable(id),
  ward_name: z.string(),
}

/** A14: the superset. Phone, idno and address stand at the top (S1 §3) and under `profile` (S2 §3). */
export const getProfile = endpoint({
  method: 'GET',
  path: '/api/user/profile/',
  summary: 'The signed-in person',
  for: 'applicant',
  limit: 'read',
  reply: z.object({
    user: z.object({ ...user.shape, user: z.object({ email: z.string() }) }),
    ...profileFields,
    profile: z.object({
      ...profileFields,
      education: z.array(z.unknown()),
      experience: z.array(z.unknown()),
      referees: z.array(z.unknown()),
    }),
    created_at: z.string(),
    require_security_setup: z.boolean(),
    ...sessionTimes,
  }),
})
