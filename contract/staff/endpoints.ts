import * as z from 'zod/mini'
import { LOGIN } from '../accounts/login-words.ts'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { nameError } from '../accounts/registration-rules.ts'
import { staffPasswordChangeErrors, staffPasswordError } from './passwords.ts'
import { ALL_RIGHTS, STAFF_ROLES } from './rights.ts'
import { STAFF_WORDS } from './words.ts'
import { id, instant, message, text, webauthn } from '../wire.ts'

// The calls with which officers log in, accept an invitation and change their password.

const areaIds = z._default(z.array(id).check(z.maxLength(400)), [])
export const role = z.enum(STAFF_ROLES)
const rights = z.array(z.enum(ALL_RIGHTS))

/** The areas to which a reviewer is limited; both empty means the whole country. */
export const areas = z.object({ counties: areaIds, constituencies: areaIds })
export type Areas = z.output<typeof areas>

/**
 * The login ticket for a correct password, valid for ten minutes. It opens nothing without a second factor.
 */
const ticket = text(300)

/**
 * The second step of an officer's login: a code of an app (`totp`) or a passkey, if the officer has them.
 * With `enrol`, the officer has neither and must set one up now.
 */
const secondStep = z.object({
  ticket: z.string(),
  enrol: z.boolean(),
  totp: z.boolean(),
  passkey: z.boolean(),
})

const staffMember = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role,
  areas,
  rights,
  expires_at: instant,
})
export type StaffMember = z.output<typeof staffMember>

/** An officer as other officers see them in lists. */
export const officer = z.object({ id: z.number(), name: z.string() })

const passwordErrors = (password: string): FieldErrors => {
  const error = staffPasswordError(password)
  return error ? { password: error } : {}
}

/** The common settings of the calls that an officer makes before they are logged in. */
const beforeLogin = {
  method: 'POST',
  allowedFor: 'anyone',
  rateLimit: 'account',
  loadClass: 'staff',
} as const

const staffLogin = endpoint({
  ...beforeLogin,
  path: '/api/staff/login/',
  summary: 'Staff: the first step of logging in',
  body: z.object({ email: text(254), password: text(1_000) }),
  fieldErrors: (input) => ({
    ...(input.email.trim() ? {} : { email: LOGIN.email }),
    ...(input.password ? {} : { password: LOGIN.password }),
  }),
  reply: secondStep,
})

const staffLoginByCode = endpoint({
  ...beforeLogin,
  path: '/api/staff/login/totp/',
  summary: 'Staff: the second step, with the six digits of an authenticator app',
  body: z.object({ ticket, totp_code: text(10) }),
  reply: staffMember,
})

const staffPasskeyChallenge = endpoint({
  ...beforeLogin,
  path: '/api/staff/login/passkey/options/',
  summary: 'Staff: the challenge that a passkey signs',
  body: z.object({ ticket }),
  reply: webauthn,
})

const staffLoginByPasskey = endpoint({
  ...beforeLogin,
  path: '/api/staff/login/passkey/',
  summary: 'Staff: the second step, with a passkey',
  body: z.object({ ticket, response: webauthn }),
  reply: staffMember,
})

const staffEnrolTotp = endpoint({
  ...beforeLogin,
  path: '/api/staff/enrol/totp/',
  summary: 'Staff: a secret for an authenticator app, active once its first code is entered',
  body: z.object({ ticket }),
  reply: z.object({ secret: z.string(), uri: z.string() }),
})

const staffEnrolTotpConfirm = endpoint({
  ...beforeLogin,
  path: '/api/staff/enrol/totp/confirm/',
  summary: 'Staff: the first code of the authenticator app; logs in',
  body: z.object({ ticket, totp_code: text(10) }),
  reply: staffMember,
})

const staffEnrolPasskey = endpoint({
  ...beforeLogin,
  path: '/api/staff/enrol/passkey/options/',
  summary: 'Staff: the options for a new passkey',
  body: z.object({ ticket }),
  reply: webauthn,
})

const staffEnrolPasskeyConfirm = endpoint({
  ...beforeLogin,
  path: '/api/staff/enrol/passkey/',
  summary: 'Staff: saves the new passkey and logs in',
  body: z.object({ ticket, response: webauthn }),
  reply: staffMember,
})

const staffLogout = endpoint({
  method: 'POST',
  path: '/api/staff/logout/',
  summary: 'Staff: ends this session',
  allowedFor: 'staff',
  right: 'self',
  rateLimit: 'write',
  loadClass: 'staff',
  neverShed: true,
  reply: message,
})

const staffMe = endpoint({
  method: 'GET',
  path: '/api/staff/me/',
  summary: 'Staff: who is logged in, and what they may do',
  allowedFor: 'staff',
  right: 'self',
  rateLimit: 'read',
  loadClass: 'staff',
  neverShed: true,
  reply: staffMember,
})

/** Changes an officer's password and ends their other sessions. This one gets a new token (ASVS 6.2.2). */
const staffChangePassword = endpoint({
  method: 'POST',
  path: '/api/staff/change-password/',
  summary: 'Staff: changes the officer’s own password. The old password is required.',
  allowedFor: 'staff',
  right: 'self',
  rateLimit: 'account',
  loadClass: 'staff',
  body: z.object({ current_password: text(1_000), new_password: text(1_000), re_new_password: text(1_000) }),
  fieldErrors: (input) => staffPasswordChangeErrors(input),
  reply: message,
})

const staffInvitation = endpoint({
  ...beforeLogin,
  path: '/api/staff/invitation/',
  summary: 'Staff: what an invitation offers',
  body: z.object({ token: text(300) }),
  reply: z.object({ email: z.string(), name: z.string(), role, areas }),
})

const staffJoin = endpoint({
  ...beforeLogin,
  path: '/api/staff/join/',
  summary: 'Staff: accepts an invitation with a name and a password; the second factor comes next',
  body: z.object({ token: text(300), name: text(120), password: text(1_000) }),
  fieldErrors: ({ name, password }) => {
    const error = name.trim() ? nameError(name) : STAFF_WORDS.nameRequired
    return { ...(error ? { name: error } : {}), ...passwordErrors(password) }
  },
  reply: secondStep,
})

export const staffLoginEndpoints = {
  'POST /api/staff/login/': staffLogin,
  'POST /api/staff/login/totp/': staffLoginByCode,
  'POST /api/staff/login/passkey/options/': staffPasskeyChallenge,
  'POST /api/staff/login/passkey/': staffLoginByPasskey,
  'POST /api/staff/enrol/totp/': staffEnrolTotp,
  'POST /api/staff/enrol/totp/confirm/': staffEnrolTotpConfirm,
  'POST /api/staff/enrol/passkey/options/': staffEnrolPasskey,
  'POST /api/staff/enrol/passkey/': staffEnrolPasskeyConfirm,
  'POST /api/staff/invitation/': staffInvitation,
  'POST /api/staff/join/': staffJoin,
  'POST /api/staff/logout/': staffLogout,
  'GET /api/staff/me/': staffMe,
  'POST /api/staff/change-password/': staffChangePassword,
}
