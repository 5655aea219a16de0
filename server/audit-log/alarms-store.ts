import { AUDIT_GROUPS, type AlarmRule } from '#contract/audit-log/words.ts'
import { ALARMS } from '#contract/audit-log/limits.ts'
import { sql, type Tx } from '../database/connect.ts'
import type { Approval, FoundAlarm, HourCount } from './alarm-rules.ts'

const MAX_COUNTS = 50_000
const MAX_APPROVALS = 5_000

/** Each kind of audit entry that is watched for alarms, with the group in which it counts. */
const WATCHED_KINDS = Object.entries(AUDIT_GROUPS).flatMap(([group, { kinds }]) =>
  kinds.map((kind) => ({ act: kind, group })),
)
/**
 * The kinds of audit entries for each kind of approval: of the approval itself, of the proposal before it,
 * and of opening the proposal's page. Without such a page, `opening` is ''. `id_key` is the key of the
 * proposal's id in the details of these entries.
 */
const APPROVAL_KINDS = [
  { approval: 'list.approved', proposal: 'list.proposed', id_key: 'list', opening: 'list.looked_at' },
  {
    approval: 'message.approved',
    proposal: 'message.proposed',
    id_key: 'message',
    opening: 'message.looked_at',
  },
  { approval: 'export.approved', proposal: 'export.requested', id_key: 'request', opening: '' },
  { approval: 'job.change_approved', proposal: 'job.change_proposed', id_key: 'change', opening: '' },
  { approval: 'blind.agreed', proposal: 'blind.asked', id_key: 'lift', opening: '' },
  { approval: 'appointment.agreed', proposal: 'appointment.proposed', id_key: 'appointment', opening: '' },
] as const

/** Counts the watched audit entries by officer, group and hour. */
export const countByHour = (tx: Tx, since: Date) =>
  tx.rows<HourCount>(sql`
    with watched as (select * from jsonb_to_recordset(${JSON.stringify(WATCHED_KINDS)}::jsonb) as kind (act text, "group" text))
    select staff_id as staff, "group", date_trunc('hour', at) as hour, count(*)::int as count
    from watched join audit_entries entry on entry.act = watched.act and entry.at >= ${since}
    where staff_id is not null group by staff_id, "group", date_trunc('hour', at) limit ${MAX_COUNTS}`)

/** Approvals, each with its proposal and when the approver first opened that proposal. */
export const findApprovals = (tx: Tx, since: Date) =>
  tx.rows<Approval>(sql`
    with kinds as (
      select * from jsonb_to_recordset(${JSON.stringify(APPROVAL_KINDS)}::jsonb) as kind (approval text, proposal text, id_key text, opening text))
    select approved.staff_id as staff, proposed.staff_id as proposer, approved.at as approved_at, proposed.at as proposed_at, opening <> '' as has_page, (
      select min(opened.at) from audit_entries opened
      where opening <> '' and opened.staff_id = approved.staff_id and opened.act = opening
        and opened.at between coalesce(proposed.at, ${since}) and approved.at and opened.detail ->> id_key = approved.detail ->> id_key) as opened_at
    from kinds join audit_entries approved on approved.act = approval and approved.at >= ${since} and approved.staff_id is not null
    left join lateral (
      select entry.staff_id, entry.at from audit_entries entry
      where entry.act = proposal and entry.at <= approved.at and entry.detail ->> id_key = approved.detail ->> id_key
      order by entry.at desc limit 1) proposed on true
    order by approved.at desc limit ${MAX_APPROVALS}`)

/** Saves alarms. If an alarm was saved before, its count is only ever increased. */
export const insertAlarms = (tx: Tx, found: FoundAlarm[], now: Date) =>
  tx.run(sql`
    insert into staff_alarms (rule, staff_id, other_id, day, count, found_at)
    select rule, staff, other, day, count, ${now} from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as alarm (rule text, staff bigint, other bigint, day date, count int)
    on conflict on constraint staff_alarms_once do update set count = excluded.count where excluded.count > staff_alarms.count`)

export type AlarmRow = {
  id: number
  rule: AlarmRule
  staff_id: number
  name: string
  /** For the rule `pairs`, the officer who made the proposals; else null. */
  other_id: number | null
  other_name: string | null
  day: string
  count: number
  found_at: Date
  /** Which officer last looked into the alarm, when, and with which note. All are null until one has. */
  seen_by: number | null
  seen_name: string | null
  seen_at: Date | null
  note: string | null
  /** True until an officer looks into the alarm, and again when its count has doubled since then. */
  is_open: boolean
}

/**
 * The newest alarms, or only the alarm with this id. Open alarms, which no officer has looked into, come
 * first, so later ones do not push them out. When an officer looks into one, only the audit log records it,
 * with the count at that time. An alarm whose count has doubled since then is open again.
 */
export const findAlarms = (tx: Tx, id: number | null = null) =>
  tx.rows<AlarmRow>(sql`
    with seen as (
      select distinct on (detail ->> 'alarm') detail ->> 'alarm' as alarm, staff_id as by, at, reason as note, (detail ->> 'counted')::int as counted
      from audit_entries where act = 'alarm.seen' order by detail ->> 'alarm', at desc, id desc)
    select alarm.id, rule, alarm.staff_id, staff.name, other_id, other.name as other_name, to_char(day, 'YYYY-MM-DD') as day, count, found_at, seen.by as seen_by,
      seer.name as seen_name, seen.at as seen_at, seen.note, (seen.at is null or count >= 2 * seen.counted) as is_open
    from staff_alarms alarm join staff on staff.id = alarm.staff_id left join staff other on other.id = other_id
    left join seen on seen.alarm = alarm.id::text left join staff seer on seer.id = seen.by
    where ${id}::bigint is null or alarm.id = ${id}
    order by is_open desc, alarm.day desc, alarm.id desc limit ${ALARMS.maxShown}`)

/**
 * Reads one alarm and locks it until the transaction ends. So two officers cannot mark it as seen at once.
 */
export const lockAlarm = async (tx: Tx, id: number) => {
  await tx.row(sql`select from staff_alarms where id = ${id} for update`)
  return (await findAlarms(tx, id))[0]
}
