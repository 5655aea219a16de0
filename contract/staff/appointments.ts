import * as z from 'zod/mini'
import { APPOINTMENT_WORDS } from './appointment-words.ts'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { STAFF } from './limits.ts'
import { areas, officer, role } from './endpoints.ts'
import { id, instant, strictBoolean, text } from '../wire.ts'

// The calls about appointments: changes of an officer's role to which a second administrator must agree.

/** The access of an officer: role, areas, email address, and whether access is off. */
const access = z.object({ role, areas, email: z.string(), disabled: z.boolean() })
export type OfficerAccess = z.output<typeof access>

/** The states of a proposal. `over`: no one decided on it in time. */
const APPOINTMENT_STATES = ['waiting', 'agreed', 'refused', 'withdrawn', 'over'] as const

/** A proposal to change an officer's access, or to invite a person. */
const appointment = z.object({
  id: z.number(),
  /** The officer's id; null for a person who is to be invited. */
  person: z.nullable(officer),
  name: z.string(),
  /** The officer's access before the change; null for an invitation. */
  from: z.nullable(access),
  to: access,
  /** The names of the areas before and after the change; empty means the whole country. */
  places: z.object({ from: z.array(z.string()), to: z.array(z.string()) }),
  reason: z.string(),
  /** The SHA-256 of the proposal, 64 hex digits, so that only what the officer read is approved. */
  digest: z.string(),
  state: z.enum(APPOINTMENT_STATES),
  proposed_by: officer,
  proposed_at: instant,
  ends_at: instant,
  decided_by: z.nullable(officer),
  decided_at: z.nullable(instant),
  note: z.string(),
  /** What this officer may do with the proposal. */
  may: z.array(z.enum(['decide', 'withdraw'])),
})
export type Appointment = z.output<typeof appointment>
/** A proposal that the call has made or found; null when no second administrator was needed. */
export const proposal = z.nullable(appointment)

const staffAppointments = endpoint({
  method: 'GET',
  path: '/api/staff/appointments/',
  summary:
    'Staff: changes of officers’ roles that wait for a second administrator, and the last decided ones',
  allowedFor: 'staff',
  right: 'people.read',
  audit: { entryPer15Minutes: 'appointments.listed' },
  rateLimit: 'read',
  loadClass: 'staff',
  // `decided` also has the proposals that were withdrawn, or on which no one decided in time.
  reply: z.object({ waiting: z.array(appointment), decided: z.array(appointment) }),
})

const staffDecideAppointment = endpoint({
  method: 'POST',
  path: '/api/staff/appointments/{id}/decide/',
  summary:
    'Staff: a second administrator agrees to the change of role that they read, or refuses it with a note',
  allowedFor: 'staff',
  right: 'people.manage',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id }),
  body: z.object({ agree: strictBoolean, digest: text(64), note: text(STAFF.maxReason) }),
  fieldErrors: (input): FieldErrors =>
    input.agree || input.note.trim() ? {} : { note: APPOINTMENT_WORDS.whyNot },
  reply: appointment,
})

const staffWithdrawAppointment = endpoint({
  method: 'POST',
  path: '/api/staff/appointments/{id}/withdraw/',
  summary: 'Staff: withdraws one’s own proposal',
  allowedFor: 'staff',
  right: 'people.manage',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id }),
  reply: appointment,
})

export const appointmentEndpoints = {
  'GET /api/staff/appointments/': staffAppointments,
  'POST /api/staff/appointments/{id}/decide/': staffDecideAppointment,
  'POST /api/staff/appointments/{id}/withdraw/': staffWithdrawAppointment,
}
