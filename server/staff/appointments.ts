import { createHash } from 'node:crypto'
import { STAFF } from '#contract/staff/limits.ts'
import { APPOINTMENT_WORDS } from '#contract/staff/appointment-words.ts'
import type { Appointment, OfficerAccess } from '#contract/staff/appointments.ts'
import { may } from '#contract/staff/rights.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import { isDuplicate, type Tx } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Staff } from '../sessions/staff-session.ts'
import {
  type AppointmentRow,
  closeExpired,
  decideAppointment,
  findAppointment,
  findDecided,
  findWaiting,
  insertAppointment,
  withdrawAppointment,
} from './appointments-store.ts'
import { enqueueToOverseers } from './overseers.ts'
import { findPerson, lockAdministrators } from './people-store.ts'
import { presentOfficer } from './present.ts'
import { recordAudit } from './record-audit.ts'
import { sendInvitation } from './send-invitation.ts'
import { applyAccess, isSame, accessOf } from './officer-access.ts'
import { findStaffByEmail } from './store.ts'

const DAY_MS = 86_400_000

const stateOf = ({ withdrawn_at, ends_at, agreed }: AppointmentRow, now: Date): Appointment['state'] => {
  if (agreed !== null) return agreed ? 'agreed' : 'refused'
  // When a proposal expired without being withdrawn, `closeExpired` sets `withdrawn_at` to `ends_at`. Such a
  // proposal is over.
  if (withdrawn_at && withdrawn_at < ends_at) return 'withdrawn'
  return ends_at > now ? 'waiting' : 'over'
}

function presentAppointment(row: AppointmentRow, staff: Pick<Staff, 'id' | 'role'>, now: Date): Appointment {
  const {
    id,
    staff_id,
    name,
    before,
    after,
    reason,
    digest,
    proposed_by,
    proposed_by_name,
    proposed_at,
    ends_at,
    decided_by,
    decided_by_name,
  } = row
  const state = stateOf(row, now)
  const isProposer = proposed_by === staff.id
  const isDecidable = state === 'waiting' && may(staff.role, 'people.manage')
  return {
    id,
    person: presentOfficer(staff_id, name),
    name,
    from: before,
    to: after,
    places: { from: row.places_before, to: row.places_after },
    reason,
    digest: digest.toString('hex'),
    state,
    proposed_by: { id: proposed_by, name: proposed_by_name },
    proposed_at: proposed_at.toISOString(),
    ends_at: ends_at.toISOString(),
    decided_by: presentOfficer(decided_by, decided_by_name),
    decided_at: row.decided_at?.toISOString() ?? null,
    note: row.note,
    may: isDecidable ? [isProposer ? 'withdraw' : 'decide'] : [],
  }
}

const auditDetail = (
  row: Pick<AppointmentRow, 'id' | 'staff_id' | 'email' | 'before' | 'after' | 'digest'>,
) => ({
  appointment: row.id,
  ...(row.staff_id === null ? { email: row.email } : { person: row.staff_id }),
  from: row.before,
  to: row.after,
  digest: row.digest.toString('hex'),
})

async function presentById(
  tx: Tx,
  id: number,
  staff: Pick<Staff, 'id' | 'role'>,
  now: Date,
): Promise<Appointment> {
  const row = await findAppointment(tx, id)
  if (!row) throw refuse('not_found')
  return presentAppointment(row, staff, now)
}

export const listAppointments: Handler<'GET /api/staff/appointments/'> = async (deps, { staff }) => {
  const now = deps.now()
  const waiting = await findWaiting(deps.db, now)
  const decided = await findDecided(deps.db, now)
  return {
    waiting: waiting.map((row) => presentAppointment(row, staff, now)),
    decided: decided.map((row) => presentAppointment(row, staff, now)),
  }
}

/**
 * The present role, areas and access of an officer (`before`), and the proposed ones (`after`). `staff_id` is
 * null for a person who is to be invited.
 */
type Proposal = {
  staff_id: number | null
  email: string
  name: string
  before: OfficerAccess | null
  after: OfficerAccess
  reason: string
}

/**
 * Proposes a change of an officer to a second administrator, and emails all administrators and auditors. The
 * caller holds the administrators' lock.
 */
export async function proposeAppointment(
  tx: Tx,
  staff: Staff,
  proposed: Proposal,
  now: Date,
): Promise<Appointment> {
  await closeExpired(tx, proposed.email, now)
  // The browser of the second administrator sends this digest back, so they agree to exactly what they read.
  const digest = createHash('sha256')
    .update(
      JSON.stringify([
        proposed.staff_id,
        proposed.email,
        proposed.name,
        proposed.before,
        proposed.after,
        proposed.reason,
      ]),
    )
    .digest()
  const ends_at = new Date(now.getTime() + STAFF.appointmentDays * DAY_MS)
  const appointment = await insertAppointment(tx, {
    ...proposed,
    digest,
    proposed_by: staff.id,
    proposed_at: now,
    ends_at,
  }).catch((error: unknown) => {
    throw isDuplicate(error, 'staff_appointments_waiting')
      ? refuse('conflict', { message: APPOINTMENT_WORDS.waitsAlready })
      : error
  })
  if (!appointment) throw refuse('failed')
  await recordAudit(
    tx,
    staff,
    {
      act: 'appointment.proposed',
      reason: proposed.reason,
      detail: auditDetail({ ...proposed, id: appointment.id, digest }),
    },
    now,
  )
  await enqueueToOverseers(tx, { topic: 'staff.appointment-proposed', payload: { id: appointment.id }, now })
  return presentById(tx, appointment.id, staff, now)
}

/**
 * Applies an approved proposal. Refuses `conflict` when the officer has changed since, or the proposer is no
 * longer an administrator.
 */
async function applyAppointment(
  tx: Tx,
  row: AppointmentRow,
  administrators: number[],
  now: Date,
): Promise<void> {
  if (!administrators.includes(row.proposed_by))
    throw refuse('conflict', { message: APPOINTMENT_WORDS.proposerGone })
  if (row.staff_id === null) {
    if (await findStaffByEmail(tx, row.email)) throw refuse('conflict', { message: STAFF_WORDS.known })
    await sendInvitation(tx, now, row.proposed_by, {
      email: row.email,
      name: row.name,
      role: row.after.role,
      areas: row.after.areas,
    })
    return
  }
  const person = await findPerson(tx, row.staff_id)
  if (!person || !row.before || !isSame(accessOf(person), row.before))
    throw refuse('conflict', { message: APPOINTMENT_WORDS.changed })
  const losesAdministration = row.after.role !== 'administrator' && administrators.includes(person.id)
  if (losesAdministration && administrators.length === 1)
    throw refuse('conflict', { message: STAFF_WORDS.lastAdministrator })
  await applyAccess(tx, person, row.after, now)
}

/** A second administrator agrees to exactly the proposal that they read, or refuses it (T32). */
export const decideOnAppointment: Handler<'POST /api/staff/appointments/{id}/decide/'> = (
  deps,
  { params, body, staff },
) => {
  const now = deps.now()
  const { agree, digest } = body
  return deps.db
    .tx(async (tx) => {
      // The lock lets one decision run at a time, so an administrator who just lost access cannot decide.
      const administrators = await lockAdministrators(tx)
      if (!administrators.includes(staff.id)) throw refuse('forbidden')
      const row = await findAppointment(tx, params.id)
      if (!row) throw refuse('not_found')
      if (row.proposed_by === staff.id)
        throw refuse('second_person', { message: APPOINTMENT_WORDS.secondPerson })
      if (stateOf(row, now) === 'over') throw refuse('conflict', { message: APPOINTMENT_WORDS.over })
      const note = body.note.trim()
      const decision = { by: staff.id, agreed: agree, note, digest: Buffer.from(digest, 'hex'), now }
      // No row changes when someone decided the proposal meanwhile, or it has another digest.
      if (!(await decideAppointment(tx, { id: row.id, ...decision }))) throw refuse('conflict')
      if (agree) await applyAppointment(tx, row, administrators, now)
      const action = agree ? 'appointment.agreed' : 'appointment.refused'
      await recordAudit(tx, staff, { act: action, reason: note, detail: auditDetail(row) }, now)
      if (agree)
        await enqueueToOverseers(tx, { topic: 'staff.appointment-agreed', payload: { id: row.id }, now })
      return presentById(tx, row.id, staff, now)
    })
    .catch((error: unknown) => {
      throw isDuplicate(error, 'staff_email') ? refuse('conflict', { message: STAFF_WORDS.known }) : error
    })
}

/** The proposer takes back a proposal that still waits for its decision. */
export const takeBackAppointment: Handler<'POST /api/staff/appointments/{id}/withdraw/'> = (
  deps,
  { params, staff },
) => {
  const now = deps.now()
  return deps.db.tx(async (tx) => {
    const row = await findAppointment(tx, params.id)
    if (!row || row.proposed_by !== staff.id) throw refuse('not_found')
    if (!(await withdrawAppointment(tx, row.id, staff.id, now))) throw refuse('conflict')
    await recordAudit(tx, staff, { act: 'appointment.withdrawn', detail: auditDetail(row) }, now)
    return presentById(tx, row.id, staff, now)
  })
}
