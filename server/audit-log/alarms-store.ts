import { AUDIT_GROUPS, type AuditGroup, type AlarmRule } from '#contract/audit-log/words.ts'
import { ALARMS } from '#contract/staff/limits.ts'
import { sql, type Tx } from '../database/connect.ts'
import type { Approval, Found, HourCount } from './alarm-rules.ts'

const MOST_HOURS = 50_000
const MOST_APPROVALS = 5_000

const WATCHED = (Object.entries(AUDIT_GROUPS) as [AuditGroup, { acts: readonly string[] }][]).flatMap(
  ([group, { acts }]) => acts.map((act) => ({ act, group })),
)
/**
 * Each kind of approval: the act of the proposal (`asks`), the name of the id in both details, and the act of
 * opening its page. `look` is '' when it has no page.
 */
const APPROVED = [
  { act: 'list.approved', asks: 'list.proposed', subject: 'list', look: 'list.looked_at' },
  { act: 'message.approved', asks: 'message.proposed', subject: 'message', look: 'message.looked_at' },
  { act: 'export.approved', asks: 'export.requested', subject: 'request', look: '' },
  { act: 'job.change_approved', asks: 'job.change_proposed', subject: 'change', look: '' },
  { act: 'blind.agreed', asks: 'blind.asked', subject: 'lift', look: '' },
  { act: 'appointment.agreed', asks: 'appointment.proposed', subject: 'appointment', look: '' },
] as const

/** Counts of watched acts by officer, group and hour. */
export const countByHour = (tx: Tx, since: Date) =>
  tx.rows<HourCount>(sql`
    with watched as (select * from jsonb_to_recordset(${JSON.stringify(WATCHED)}::jsonb) as it (act text, "group" text))
    select staff_id as staff, "group", date_trunc('hour', at) as hour, count(*)::int as count
    from watched join audit_entries done on done.act = watched.act and done.at >= ${since}
    where staff_id is not null group by 1, 2, 3 limit ${MOST_HOURS}`)

/** Approvals with the proposal before each, and when the approver first opened it after that. */
export const findApprovals = (tx: Tx, since: Date) =>
  tx.rows<Approval>(sql`
    with kinds as (select * from jsonb_to_recordset(${JSON.stringify(APPROVED)}::jsonb) as it (act text, asks text, subject text, look text))
    select said.staff_id as staff, asked.staff_id as proposer, said.at, asked.at as proposed, look <> '' as has_page, (
      select min(seen.at) from audit_entries seen
      where look <> '' and seen.staff_id = said.staff_id and seen.act = look and seen.at between coalesce(asked.at, ${since}) and said.at
        and seen.detail ->> subject = said.detail ->> subject) as opened
    from kinds join audit_entries said on said.act = kinds.act and said.at >= ${since} and said.staff_id is not null
    left join lateral (
      select asking.staff_id, asking.at from audit_entries asking
      where asking.act = asks and asking.at <= said.at and asking.detail ->> subject = said.detail ->> subject
      order by asking.at desc limit 1) asked on true
    order by said.at desc limit ${MOST_APPROVALS}`)

/** Saves alarms; the count of a known alarm only grows. */
export const insertAlarms = (tx: Tx, found: Found[], now: Date) =>
  tx.run(sql`
    insert into staff_alarms (rule, staff_id, other_id, day, count, found_at)
    select rule, staff, other, day, count, ${now} from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as it (rule text, staff bigint, other bigint, day date, count int)
    on conflict on constraint staff_alarms_once do update set count = excluded.count where excluded.count > staff_alarms.count`)

export type AlarmRow = {
  id: number
  rule: AlarmRule
  staff_id: number
  name: string
  other_id: number | null
  other_name: string | null
  day: string
  count: number
  found_at: Date
  seen_by: number | null
  seen_name: string | null
  seen_at: Date | null
  note: string | null
  is_open: boolean
}

/**
 * The newest alarms, or the one of that id; those not looked into come first. That someone did is recorded
 * only in the audit log, with the count at that time. An alarm whose count has doubled since is open again.
 */
export const findAlarms = (tx: Tx, id: number | null = null) =>
  tx.rows<AlarmRow>(sql`
    select * from (
      select it.id, rule, it.staff_id, staff.name, other_id, other.name as other_name, to_char(day, 'YYYY-MM-DD') as day, count, found_at, seen.by as seen_by,
        seer.name as seen_name, seen.at as seen_at, seen.note, (seen.at is null or count >= 2 * seen.counted) as is_open
      from staff_alarms it join staff on staff.id = it.staff_id left join staff other on other.id = other_id
      left join lateral (
        select staff_id as by, at, reason as note, (detail ->> 'counted')::int as counted from audit_entries
        where act = 'alarm.seen' and detail ->> 'alarm' = it.id::text order by at desc, audit_entries.id desc limit 1) seen on true
      left join staff seer on seer.id = seen.by
      where ${id}::bigint is null or it.id = ${id}
      order by it.day desc, it.id desc limit ${ALARMS.shown}) newest
    order by is_open desc, day desc, id desc`)

/** One alarm, locked until the transaction ends, so that one officer at a time looks into it. */
export const lockAlarm = async (tx: Tx, id: number) => {
  await tx.row(sql`select from staff_alarms where id = ${id} for update`)
  return (await findAlarms(tx, id))[0]
}
