import * as z from 'zod/mini'
import { LOGIN } from './login-words.ts'
import { changePasswordErrors } from './change-password.ts'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { PERSON } from './limits.ts'
import { resetPasswordError } from './passwords.ts'
import { profileErrors } from './profile-rules.ts'
import { emailError } from './registration-rules.ts'
import { choice, flag, id, maybeText, message, text } from '../wire.ts'

export const email = text(254)
/** Above the longest allowed password, so that the field's own rule reports one that is too long. */
export const password = text(1_000)
export const recaptchaToken = text(8_192)
export const linkToken = z.object({ token: z.string().check(z.maxLength(200)) })

const user = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
})

/** When the session ends, as ISO 8601 in UTC. The browser's timers count from these times (S1 §4, A12). */
const sessionTimes = {
  expires_at: z.string(),
  /** The server's time at the response, so that a wrong clock on the phone does no harm. */
  server_time: z.string(),
}

/** The reply to a login, whether by password or by passkey. */
export const loginReply = z.object({
  token: z.string(),
  user,
  require_security_setup: z.boolean(),
  ...sessionTimes,
})

const csrf = endpoint({
  method: 'GET',
  path: '/api/csrf/',
  summary: 'A token that protects against cross-site requests, for the header X-CSRFToken',
  allowedFor: 'anyone',
  rateLimit: 'read',
  loadClass: 'login',
  reply: z.object({ csrfToken: z.string() }),
})

/** The common settings of the calls of people who are not logged in. */
export const beforeLogin = {
  method: 'POST',
  allowedFor: 'anyone',
  rateLimit: 'account',
  loadClass: 'login',
} as const

const login = endpoint({
  ...beforeLogin,
  path: '/api/login/',
  summary:
    'Log in. While someone guesses passwords, a device that is new to the account must solve a captcha.',
  body: z.object({ email, password, recaptchaToken }),
  fieldErrors: (input): FieldErrors => ({
    ...(input.email.trim() ? {} : { email: LOGIN.email }),
    ...(input.password ? {} : { password: LOGIN.password }),
  }),
  reply: loginReply,
})

const logout = endpoint({
  method: 'POST',
  path: '/api/logout/',
  summary: 'End this session',
  allowedFor: 'applicant',
  rateLimit: 'write',
  loadClass: 'login',
  reply: message,
})

/** The response has a new token. The old token works for one more minute, for the other tabs (A12, T6). */
const extendSession = endpoint({
  method: 'POST',
  path: '/api/session/extend/',
  summary: 'Extend this session by an hour, up to twelve hours after login',
  allowedFor: 'applicant',
  rateLimit: 'write',
  loadClass: 'login',
  reply: z.object({ token: z.string(), ...sessionTimes }),
})

const verifyEmail = endpoint({
  ...beforeLogin,
  path: '/api/verify-email/{token}/',
  summary: 'Verify an email address with the link in the registration email',
  params: linkToken,
  // Only the first use of the link returns the email address, which the login page then fills in. The link in
  // the history of a shared device must not reveal whose it was.
  reply: z.object({ message: z.string(), email: z.optional(z.string()) }),
})

const resendVerification = endpoint({
  ...beforeLogin,
  path: '/api/resend-verification/',
  summary: 'Send the verification email again. The answer is the same for every address.',
  rateLimit: 'mail',
  body: z.object({ email }),
  fieldErrors: (input): FieldErrors => (emailError(input.email) ? { email: LOGIN.email } : {}),
  reply: message,
})

const requestReset = endpoint({
  ...beforeLogin,
  path: '/api/password-reset-request/',
  summary: 'Ask for a code by email. The answer is the same for every address.',
  rateLimit: 'mail',
  body: z.object({ email }),
  fieldErrors: (input): FieldErrors => (emailError(input.email) ? { email: LOGIN.email } : {}),
  reply: z.object({ message: z.string(), notification: z.optional(z.string()) }),
})

const verifyOtp = endpoint({
  ...beforeLogin,
  path: '/api/verify-otp/',
  summary: 'Check an emailed code without using it. After a few wrong codes, a captcha is needed.',
  body: z.object({ email, otp: text(20), recaptchaToken }),
  reply: message,
})

export const newPasswordErrors = (input: { new_password: string }): FieldErrors => {
  const error = resetPasswordError(input.new_password)
  return error ? { new_password: error } : {}
}

const updatePassword = endpoint({
  ...beforeLogin,
  path: '/api/update-password/',
  summary: 'Set a new password with an emailed code',
  body: z.object({ email, otp: text(20), new_password: password, recaptchaToken }),
  fieldErrors: newPasswordErrors,
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

const profileReply = z.object({
  user: z.object({ ...user.shape, user: z.object({ email: z.string() }) }),
  ...profileFields,
  // The next two fields are not in the specification. The last step of the application form shows them.
  // Disability is left out, because it stays private (T10).
  middle_name: z.string(),
  document_type: z.string(),
  profile: z.object({
    ...profileFields,
    education: z.array(z.unknown()),
    experience: z.array(z.unknown()),
    referees: z.array(z.unknown()),
  }),
  created_at: z.string(),
  require_security_setup: z.boolean(),
  ...sessionTimes,
})

/** The reply has the email and the profile's fields twice (A14): as S1 §3 has them, and nested for S2 §3. */
const getProfile = endpoint({
  method: 'GET',
  path: '/api/user/profile/',
  summary: 'The logged-in person',
  allowedFor: 'applicant',
  rateLimit: 'read',
  loadClass: 'save',
  reply: profileReply,
})

/**
 * Absent fields keep their value. A person can set names, ID number and birth date while they are empty;
 * later only the commission changes them (W12).
 */
const updateProfile = endpoint({
  method: 'PATCH',
  path: '/api/user/profile/',
  summary: 'Change the profile of the logged-in person. Only some fields can be changed.',
  allowedFor: 'applicant',
  rateLimit: 'account',
  loadClass: 'save',
  body: z.object({
    first_name: maybeText(PERSON.maxNameLength),
    middle_name: maybeText(PERSON.maxNameLength),
    last_name: maybeText(PERSON.maxNameLength),
    idno: maybeText(30),
    date_of_birth: maybeText(10),
    phone: maybeText(30),
    address: maybeText(500),
    county: choice,
    constituency: choice,
    ward: choice,
    is_pwd: flag,
    disability_type: maybeText(30),
  }),
  fieldErrors: profileErrors,
  reply: profileReply,
})

/**
 * Ends every other session of the account (S2 §5). This session gets a new token, and its present token stops
 * working (ASVS 7.2.4).
 */
const changePassword = endpoint({
  method: 'POST',
  path: '/api/change-password/',
  summary: 'Change the password. The old password is required.',
  allowedFor: 'applicant',
  rateLimit: 'account',
  loadClass: 'login',
  body: z.object({ current_password: password, new_password: password, re_new_password: password }),
  fieldErrors: (input) => changePasswordErrors(input),
  reply: z.object({ message: z.string(), token: z.string(), ...sessionTimes }),
})

export const accountEndpoints = {
  'GET /api/csrf/': csrf,
  'POST /api/login/': login,
  'POST /api/logout/': logout,
  'POST /api/session/extend/': extendSession,
  'POST /api/verify-email/{token}/': verifyEmail,
  'POST /api/resend-verification/': resendVerification,
  'POST /api/password-reset-request/': requestReset,
  'POST /api/verify-otp/': verifyOtp,
  'POST /api/update-password/': updatePassword,
  'GET /api/user/profile/': getProfile,
  'PATCH /api/user/profile/': updateProfile,
  'POST /api/change-password/': changePassword,
}
