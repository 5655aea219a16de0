import * as z from 'zod/mini'
import { LOGIN } from './account-words.ts'
import { endpoint, type Faults } from './endpoint.ts'
import { PASSWORD, STAFF } from './limits.ts'
import { emailFault } from './registration-rules.ts'
import { RIGHTS, STAFF_ROLES } from './staff-rights.ts'
import { STAFF_WORDS } from './staff-words.ts'
import { id, instant, message, text } from './wire.ts'

const ids = z._default(z.array(id).check(z.maxLength(400)), [])
const role = z.enum(STAFF_ROLES)
const rights = z.array(z.enum(Object.keys(RIGHTS) as [keyof typeof RIGHTS, ...(keyof typeof RIGHTS)[]]))

/** What a reviewer is limited to; both empty means the whole country. */
export const areas = z.object({ counties: ids, constituencies: ids })
export type Areas = z.output<typeof areas>

/** Between password and second factor: names the person for ten minutes and opens nothing by itself. */
const ticket = text(300)

/** What follows on the right password. With `enrol` there is no second factor yet: it is set up now. */
const next = z.object({ ticket: z.string(), enrol: z.boolean(), totp: z.boolean(), passkey: z.boolean() })

export const staffMember = z.object({ id: z.number(), name: z.string(), email: z.string(), role, areas, rights, expires_at: instant })
export type StaffMember = z.output<typeof staffMember>

/** WebAuthn's own JSON, made and read by its library on both sides. */
const webauthn = z.record(z.string(), z.unknown())

const passwordFaults = (password: string): Faults =>
  password.length < STAFF.passwordMinLength
    ? { password: STAFF_WORDS.passwordShort }
    : password.length > PASSWORD.maxLength
      ? { password: STAFF_WORDS.passwordLong }
      : {}

export const staffLogin = endpoint({
  method: 'POST',
  path: '/api/staff/login/',
  summary: 'Staff: the first half of signing in',
  for: 'anyone',
  limit: 'account',
  body: z.object({ email: text(254), password: text(1_000) }),
  faults: (it) => ({ ...(it.email.trim() ? {} : { email: LOGIN.email }), ...(it.password ? {} : { password: LOGIN.password }) }),
  reply: next,
})

export const staffLoginByCode = endpoint({
  method: 'POST',
  path: '/api/staff/login/totp/',
  summary: 'Staff: the second half, with the six figures of an authenticator app',
  for: 'anyone',
  limit: 'account',
  body: z.object({ ticket, code: text(10) }),
  reply: staffMember,
})

export const staffPasskeyChallenge = endpoint({
  method: 'POST',
  path: '/api/staff/login/passkey/options/',
  summary: 'Staff: what a passkey is asked to sign',
  for: 'anyone',
  limit: 'account',
  body: z.object({ ticket }),
  reply: webauthn,
})

export const staffLoginByPasskey = endpoint({
  method: 'POST',
  path: '/api/staff/login/passkey/',
  summary: 'Staff: the second half, with a passkey',
  for: 'anyone',
  limit: 'account',
  body: z.object({ ticket, response: webauthn }),
  reply: staffMember,
})

export const staffEnrolTotp = endpoint({
  method: 'POST',
  path: '/api/staff/enrol/totp/',
  summary: 'Staff: a secret for an authenticator app, not in force before its first code was typed',
  for: 'anyone',
  limit: 'account',
  body: z.object({ ticket }),
  reply: z.object({ secret: z.string(), uri: z.string() }),
})

export const staffEnrolTotpConfirm = endpoint({
  method: 'POST',
  path: '/api/staff/enrol/totp/confirm/',
  summary: 'Staff: the first code of the authenticator app; signs in',
  for: 'anyone',
  limit: 'account',
  body: z.object({ ticket, code: text(10) }),
  reply: staffMember,
})

export const staffEnrolPasskey = endpoint({
  method: 'POST',
  path: '/api/staff/enrol/passkey/options/',
  summary: 'Staff: what a new passkey is made from',
  for: 'anyone',
  limit: 'account',
  body: z.object({ ticket }),
  reply: webauthn,
})

export const staffEnrolPasskeyConfirm = endpoint({
  method: 'POST',
  path: '/api/staff/enrol/passkey/',
  summary: 'Staff: keeps the new passkey and signs in',
  for: 'anyone',
  limit: 'account',
  body: z.object({ ticket, response: webauthn }),
  reply: staffMember,
})

export const staffLogout = endpoint({
  method: 'POST',
  path: '/api/staff/logout/',
  summary: 'Staff: ends this session',
  for: 'staff',
  right: 'self',
  limit: 'write',
  reply: message,
})

export const staffMe = endpoint({
  method: 'GET',
  path: '/api/staff/me/',
  summary: 'Staff: who is signed in, and what they may do',
  for: 'staff',
  right: 'self',
  limit: 'read',
  reply: staffMember,
})

export const staffInvitation = endpoint({
  method: 'POST',
  path: '/api/staff/invitation/',
  summary: 'Staff: what an invitation offers',
  for: 'anyone',
  limit: 'account',
  body: z.object({ token: text(300) }),
  reply: z.object({ email: z.string(), name: z.string(), role, areas }),
})

export const staffJoin = endpoint({
  method: 'POST',
  path: '/api/staff/join/',
  summary: 'Staff: accepts an invitation with a name and a password; the second factor comes next',
  for: 'anyone',
  limit: 'account',
  body: z.object({ token: text(300), name: text(120), password: text(1_000) }),
  faults: ({ name, password }) => ({ ...(name.trim() ? {} : { name: STAFF_WORDS.nameRequired }), ...passwordFaults(password) }),
  reply: next,
})

const person = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role,
  areas,
  totp: z.boolean(),
  passkeys: z.number(),
  created_at: instant,
  last_seen_at: z.nullable(instant),
  disabled: z.boolean(),
})
const invitation = z.object({ id: z.string(), email: z.string(), name: z.string(), role, areas, created_at: instant, expires_at: instant })
export type StaffPerson = z.output<typeof person>
export type StaffInvitation = z.output<typeof invitation>

const givesAreas = (it: { role?: string | undefined; areas?: Areas | undefined }): Faults =>
  it.areas && (it.areas.counties.length > 0 || it.areas.constituencies.length > 0) && it.role !== undefined && it.role !== 'reviewer'
    ? { areas: STAFF_WORDS.areasOnlyReviewers }
    : {}

export const staffPeople = endpoint({
  method: 'GET',
  path: '/api/staff/people/',
  summary: 'Staff: everybody who works here, and the open invitations',
  for: 'staff',
  right: 'people.read',
  limit: 'read',
  reply: z.object({ people: z.array(person), invitations: z.array(invitation) }),
})

export const staffInvite = endpoint({
  method: 'POST',
  path: '/api/staff/invitations/',
  summary: 'Staff: invites somebody by letter; an earlier invitation of the address is withdrawn',
  for: 'staff',
  right: 'people.manage',
  limit: 'write',
  body: z.object({ email: text(254), name: text(120), role, areas: z._default(areas, { counties: [], constituencies: [] }) }),
  faults: (it) => {
    const fault = emailFault(it.email)
    return { ...(fault ? { email: fault } : {}), ...givesAreas(it) }
  },
  reply: invitation,
})

export const staffWithdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/api/staff/invitations/{id}/',
  summary: 'Staff: withdraws an open invitation',
  for: 'staff',
  right: 'people.manage',
  limit: 'write',
  params: z.object({ id: z.string().check(z.regex(/^[\da-f-]{36}$/)) }),
  reply: message,
})

export const staffChangePerson = endpoint({
  method: 'PATCH',
  path: '/api/staff/people/{id}/',
  summary: 'Staff: changes role, areas or access; what is absent stays. Ends the sessions of that person',
  for: 'staff',
  right: 'people.manage',
  limit: 'write',
  params: z.object({ id }),
  body: z.object({
    role: z.optional(role),
    areas: z.optional(areas),
    disabled: z.optional(z.boolean()),
    /** The lost phone: the second factor is set up anew at the next sign-in. */
    forget_factors: z.optional(z.boolean()),
    reason: text(500),
  }),
  faults: (it) => ({ ...(it.reason.trim() ? {} : { reason: STAFF_WORDS.reasonRequired }), ...givesAreas(it) }),
  reply: person,
})

const act = z.object({
  id: z.number(),
  at: instant,
  /** Null: the server's command line. */
  by: z.nullable(z.object({ id: z.number(), name: z.string() })),
  role: z.string(),
  act: z.string(),
  /** The act in words. */
  words: z.string(),
  job_id: z.nullable(z.number()),
  application_id: z.nullable(z.number()),
  user_id: z.nullable(z.number()),
  reason: z.string(),
  /** SHA-256 in the public log, 64 hex digits. */
  digest: z.string(),
})
export type StaffActLine = z.output<typeof act>

export const staffActs = endpoint({
  method: 'GET',
  path: '/api/staff/acts/',
  summary: 'Staff: what officers did and looked at, newest first, fifty at a time',
  for: 'staff',
  right: 'log.read',
  limit: 'read',
  query: z.object({ before: z.catch(z.optional(id), undefined), person: z.catch(z.optional(id), undefined) }),
  reply: z.object({ results: z.array(act), next: z.nullable(z.number()) }),
})
