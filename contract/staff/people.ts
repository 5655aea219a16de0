import * as z from 'zod/mini'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { emailError } from '../accounts/registration-rules.ts'
import { needsSecondAdministrator } from './appointment-words.ts'
import { proposal } from './appointments.ts'
import { type Areas, areas, role } from './endpoints.ts'
import { STAFF } from './limits.ts'
import { STAFF_WORDS } from './words.ts'
import { id, instant, maybeText, message, text } from '../wire.ts'

// The calls with which administrators list the officers, invite people, and change officers' roles and
// access.

const person = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role,
  areas,
  /** Whether the officer has an authenticator app, and how many passkeys. */
  totp: z.boolean(),
  passkeys: z.number(),
  created_at: instant,
  last_seen_at: z.nullable(instant),
  disabled: z.boolean(),
})
const invitation = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role,
  areas,
  created_at: instant,
  expires_at: instant,
})
export type StaffPerson = z.output<typeof person>
export type StaffInvitation = z.output<typeof invitation>

/** Only reviewers can be limited to areas. When the call has no role, the server checks the stored one. */
const areaErrors = (input: { role?: string | undefined; areas?: Areas | undefined }): FieldErrors =>
  input.areas &&
  (input.areas.counties.length > 0 || input.areas.constituencies.length > 0) &&
  input.role !== undefined &&
  input.role !== 'reviewer'
    ? { areas: STAFF_WORDS.areasOnlyReviewers }
    : {}

const staffPeople = endpoint({
  method: 'GET',
  path: '/api/staff/people/',
  summary: 'Staff: everyone who works here, and the open invitations',
  allowedFor: 'staff',
  right: 'people.read',
  audit: { entryPer15Minutes: 'people.listed' },
  rateLimit: 'read',
  loadClass: 'staff',
  reply: z.object({ people: z.array(person), invitations: z.array(invitation) }),
})

const staffInvite = endpoint({
  method: 'POST',
  path: '/api/staff/invitations/',
  summary:
    'Staff: invites someone by email and withdraws an earlier invitation of the address. For an approver or administrator, a second administrator must agree first.',
  allowedFor: 'staff',
  right: 'people.manage',
  rateLimit: 'write',
  loadClass: 'staff',
  body: z.object({
    email: text(254),
    name: text(120),
    role,
    areas: z._default(areas, { counties: [], constituencies: [] }),
    reason: text(STAFF.maxReason),
  }),
  fieldErrors: (input) => {
    const emailProblem = emailError(input.email)
    const reasonErrors: FieldErrors =
      needsSecondAdministrator(input.role) && !input.reason.trim()
        ? { reason: STAFF_WORDS.reasonRequired }
        : {}
    return { ...(emailProblem ? { email: emailProblem } : {}), ...areaErrors(input), ...reasonErrors }
  },
  /** The reply has either the invitation, or the proposal to which a second administrator must agree. */
  reply: z.object({ invitation: z.nullable(invitation), proposal }),
})

const staffWithdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/api/staff/invitations/{id}/',
  summary: 'Staff: withdraws an open invitation',
  allowedFor: 'staff',
  right: 'people.manage',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id: z.string().check(z.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/)) }),
  reply: message,
})

const staffChangePerson = endpoint({
  method: 'PATCH',
  path: '/api/staff/people/{id}/',
  summary:
    'Staff: changes role, areas, address or access; absent fields stay as they are. For an approver or administrator, a second administrator must agree, but access ends at once.',
  allowedFor: 'staff',
  right: 'people.manage',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id }),
  body: z.object({
    role: z.optional(role),
    areas: z.optional(areas),
    email: maybeText(254),
    disabled: z.optional(z.boolean()),
    /** For an officer's lost phone or password: both stop working, and an email lets them set up new ones. */
    renew_access: z.optional(z.boolean()),
    reason: text(STAFF.maxReason),
  }),
  fieldErrors: (input) => {
    const emailProblem = input.email === undefined ? undefined : emailError(input.email)
    return {
      ...(input.reason.trim() ? {} : { reason: STAFF_WORDS.reasonRequired }),
      ...(emailProblem ? { email: emailProblem } : {}),
      ...areaErrors(input),
    }
  },
  /** The officer as stored now, and the proposal that waits for a second administrator. */
  reply: z.object({ ...person.shape, proposal }),
})

export const peopleEndpoints = {
  'GET /api/staff/people/': staffPeople,
  'PATCH /api/staff/people/{id}/': staffChangePerson,
  'POST /api/staff/invitations/': staffInvite,
  'DELETE /api/staff/invitations/{id}/': staffWithdrawInvitation,
}
