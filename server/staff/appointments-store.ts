import type { Standing } from '#contract/staff/appointments.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'

export type AppointmentRow = {
  id: number
  staff_id: number | null
  email: string
  name: string
  before: Standing | null
  after: Standing
  places_before: string[]
  places_after: string[]
  reason: string
  digest: Buffer
  proposed_by: number
  proposed_by_name: string
  proposed_at: Date
  ends_at: Date
  decided_by: number | null
  decided_by_name: string | null
  decided_at: Date | null
  agreed: boolean | null
  note: string
  withdrawn_at: Date | null
}

const coded = (standing: Sql, kind: Sql) =>
  sql`(select value::integer from jsonb_array_elements_text(${standing} -> 'areas' -> ${kind}))`
const placesOf = (standing: Sql) => sql`array(
  (select name || ' County' from counties where code in ${coded(standing, sql`'counties'`)} order by name)
  union all (select name from constituencies where code in ${coded(standing, sql`'constituencies'`)} order by name))`

const whole = sql`
  select it.id, it.staff_id, it.email, it.name, before, after, ${placesOf(sql`before`)} as places_before, ${placesOf(sql`after`)} as places_after, reason, digest, proposed_by, first.name as proposed_by_name, proposed_at, ends_at, decided_by,
    second.name as decided_by_name, decided_at, agreed, note, withdrawn_at
  from staff_appointments it join staff first on first.id = proposed_by left join staff second on second.id = decided_by`

const MOST_SHOWN = 50

export const findWaiting = (tx: Tx, now: Date) =>
  tx.rows<AppointmentRow>(sql`
    ${whole} where decided_at is null and withdrawn_at is null and ends_at > ${now} order by it.id limit ${MOST_SHOWN}`)

export const findDecided = (tx: Tx, now: Date) =>
  tx.rows<AppointmentRow>(sql`
    ${whole} where decided_at is not null or withdrawn_at is not null or ends_at <= ${now} order by it.id desc limit ${MOST_SHOWN}`)

export const findAppointment = (tx: Tx, id: number) =>
  tx.row<AppointmentRow>(sql`${whole} where it.id = ${id}`)

type Proposed = Pick<
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

/** Closes an expired proposal, so that it does not block the next. */
export const closeOver = (tx: Tx, email: string, now: Date) =>
  tx.run(sql`
    update staff_appointments set withdrawn_at = ends_at
    where email = ${email} and decided_at is null and withdrawn_at is null and ends_at <= ${now}`)

/** The index `staff_appointments_waiting` refuses a second waiting proposal about the same person. */
export const insertAppointment = (tx: Tx, proposed: Proposed) =>
  tx.row<{ id: number }>(sql`
    insert into staff_appointments (staff_id, email, name, before, after, reason, digest, proposed_by, proposed_at, ends_at)
    values (${proposed.staff_id}, ${proposed.email}, ${proposed.name}, ${proposed.before && JSON.stringify(proposed.before)}::jsonb, ${JSON.stringify(proposed.after)}::jsonb, ${proposed.reason},
      ${proposed.digest}, ${proposed.proposed_by}, ${proposed.proposed_at}, ${proposed.ends_at}) returning id`)

type Decided = { id: number; by: number; agreed: boolean; note: string; digest: Buffer; now: Date }

/** False when it is not waiting any more, or is not what was read. */
export const decideAppointment = (tx: Tx, { id, by, agreed, note, digest, now }: Decided) =>
  tx.run(sql`
    update staff_appointments set decided_by = ${by}, decided_at = ${now}, agreed = ${agreed}, note = ${note}
    where id = ${id} and decided_at is null and withdrawn_at is null and ends_at > ${now} and digest = ${digest}`)

/** False when it is not waiting any more. */
export const withdrawAppointment = (tx: Tx, id: number, by: number, now: Date) =>
  tx.run(sql`
    update staff_appointments set withdrawn_at = ${now}
    where id = ${id} and proposed_by = ${by} and decided_at is null and withdrawn_at is null and ends_at > ${now}`)
