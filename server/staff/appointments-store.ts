import type { OfficerAccess } from '#contract/staff/appointments.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'

/**
 * A proposal to change an officer's rights, or to invite an officer. It waits until a second administrator
 * decides, the proposer withdraws it, or the time `ends_at` comes.
 */
export type AppointmentRow = {
  id: number
  /** The officer's id; null for a person who is not yet an officer. */
  staff_id: number | null
  email: string
  name: string
  /** The officer's access when the change was proposed; null for a person who is not yet an officer. */
  before: OfficerAccess | null
  after: OfficerAccess
  places_before: string[]
  places_after: string[]
  reason: string
  /**
   * The digest of the proposal: it ensures that the second administrator agrees to exactly what they read.
   */
  digest: Buffer
  proposed_by: number
  proposed_by_name: string
  proposed_at: Date
  ends_at: Date
  /** The next four fields are null until someone decides. */
  decided_by: number | null
  decided_by_name: string | null
  decided_at: Date | null
  agreed: boolean | null
  note: string
  withdrawn_at: Date | null
}

// SQL for area codes in `before` or `after`, which are stored as JSON.
const codesIn = (access: Sql, kind: Sql) =>
  sql`(select value::integer from jsonb_array_elements_text(${access} -> 'areas' -> ${kind}))`
/** The names of the counties and constituencies in an access. */
const placesOf = (access: Sql) => sql`array(
  (select name || ' County' from counties where code in ${codesIn(access, sql`'counties'`)} order by name)
  union all (select name from constituencies where code in ${codesIn(access, sql`'constituencies'`)} order by name))`

const selectAppointments = sql`
  select appointment.id, appointment.staff_id, appointment.email, appointment.name, before, after, ${placesOf(sql`before`)} as places_before, ${placesOf(sql`after`)} as places_after, reason, digest, proposed_by, proposer.name as proposed_by_name, proposed_at, ends_at, decided_by,
    decider.name as decided_by_name, decided_at, agreed, note, withdrawn_at
  from staff_appointments appointment join staff proposer on proposer.id = proposed_by left join staff decider on decider.id = decided_by`

const MAX_SHOWN = 50

export const findWaiting = (tx: Tx, now: Date) =>
  tx.rows<AppointmentRow>(sql`
    ${selectAppointments} where decided_at is null and withdrawn_at is null and ends_at > ${now} order by appointment.id limit ${MAX_SHOWN}`)

/** Proposals that are decided, withdrawn or expired. */
export const findDecided = (tx: Tx, now: Date) =>
  tx.rows<AppointmentRow>(sql`
    ${selectAppointments} where decided_at is not null or withdrawn_at is not null or ends_at <= ${now} order by appointment.id desc limit ${MAX_SHOWN}`)

export const findAppointment = (tx: Tx, id: number) =>
  tx.row<AppointmentRow>(sql`${selectAppointments} where appointment.id = ${id}`)

type NewAppointment = Pick<
  AppointmentRow,
  | 'staff_id'
  | 'email'
  | 'name'
  | 'before'
  | 'after'
  | 'reason'
  | 'digest'
  | 'proposed_by'
  | 'proposed_at'
  | 'ends_at'
>

/** Closes an expired proposal about this officer, so that a new proposal can be made. */
export const closeExpired = (tx: Tx, email: string, now: Date) =>
  tx.run(sql`
    update staff_appointments set withdrawn_at = ends_at
    where email = ${email} and decided_at is null and withdrawn_at is null and ends_at <= ${now}`)

/** The index `staff_appointments_waiting` refuses a second waiting proposal about the same officer. */
export const insertAppointment = (tx: Tx, proposed: NewAppointment) =>
  tx.row<{ id: number }>(sql`
    insert into staff_appointments (staff_id, email, name, before, after, reason, digest, proposed_by, proposed_at, ends_at)
    values (${proposed.staff_id}, ${proposed.email}, ${proposed.name}, ${proposed.before && JSON.stringify(proposed.before)}::jsonb, ${JSON.stringify(proposed.after)}::jsonb, ${proposed.reason},
      ${proposed.digest}, ${proposed.proposed_by}, ${proposed.proposed_at}, ${proposed.ends_at}) returning id`)

type Decision = { id: number; by: number; agreed: boolean; note: string; digest: Buffer; now: Date }

/** Stores the decision on a proposal. Returns 0 when it is not waiting any more, or has another digest. */
export const decideAppointment = (tx: Tx, { id, by, agreed, note, digest, now }: Decision) =>
  tx.run(sql`
    update staff_appointments set decided_by = ${by}, decided_at = ${now}, agreed = ${agreed}, note = ${note}
    where id = ${id} and decided_at is null and withdrawn_at is null and ends_at > ${now} and digest = ${digest}`)

/** Takes back a proposal. Returns 0 when it is not waiting any more, or is not this officer's. */
export const withdrawAppointment = (tx: Tx, id: number, by: number, now: Date) =>
  tx.run(sql`
    update staff_appointments set withdrawn_at = ${now}
    where id = ${id} and proposed_by = ${by} and decided_at is null and withdrawn_at is null and ends_at > ${now}`)
