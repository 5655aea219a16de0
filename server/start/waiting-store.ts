import type { WaitingKind, WaitsFor } from '#contract/start/endpoints.ts'
import { may, type Right, type StaffRole } from '#contract/staff/rights.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { START } from './limits.ts'

/** A task that waits for an officer, on the start page. Each query below has these columns in this order. */
export type WaitingRow = {
  kind: WaitingKind
  /** For which step the task waits, such as a decision. */
  waits: WaitsFor
  id: number
  job_id: number | null
  job_title: string | null
  title: string
  /**
   * For a task to decide: the officer who proposed it; null for corrections. For a task that this officer
   * started: who returned it, or who approved the export; null in other cases.
   */
  by: string | null
  /** The time since which the task waits. */
  at: Date
  /** When the task expires by itself; null when it never does. */
  until: Date | null
  /** How many applications the task is about; null where this has no meaning. */
  size: number | null
  note: string
}

const NO_TIME = sql`null::timestamptz`
const NO_SIZE = sql`null::int`

/** A query for one kind of waiting task, and the right that an officer needs to see it. */
type WaitingQuery = readonly [right: Right, query: Sql]

/**
 * The first waiting tasks, of all kinds that this role may see. Returns one more than is shown, which reveals
 * that there are more. Undefined when this role may see no kind.
 */
async function findWaiting(
  tx: Tx,
  role: StaffRole,
  queries: readonly WaitingQuery[],
): Promise<WaitingRow[] | undefined> {
  const visible = queries.filter(([right]) => may(role, right))
  if (visible.length === 0) return undefined
  // The first query of a union names the columns. Any query can be the first, so each one names them.
  const named = visible.map(
    ([, query]) =>
      sql`(select * from (${query}) as part (kind, waits, id, job_id, job_title, title, by, at, until, size, note))`,
  )
  const all = named.reduce((union, query) => sql`${union} union all ${query}`)
  return tx.rows<WaitingRow>(
    sql`select * from (${all}) found order by until nulls last, at, kind, id limit ${START.waiting + 1}`,
  )
}

/**
 * Proposals of others that this officer may decide. They are never ones that the officer proposed, wrote or
 * helped with (T32).
 */
export function findToDecide(tx: Tx, { id, role }: Staff, now: Date) {
  const jobs = sql`
    select 'job', 'decide', change.id, change.job_id, jobs.title, coalesce(nullif(content ->> 'title', ''), jobs.title),
      by.name, proposed_at, ${NO_TIME}, ${NO_SIZE}, change.kind
    from job_changes change join jobs on jobs.id = change.job_id join staff by on by.id = proposed_by where decided_at is null and proposed_by <> ${id}`
  const lists = sql`
    select 'list', 'decide', decision.id, decision.job_id, jobs.title, decision.name, by.name, proposed_at, ${NO_TIME}, decision.size, ''
    from decisions decision join jobs on jobs.id = decision.job_id join staff by on by.id = proposed_by
    where decision.state = 'proposed' and proposed_by <> ${id} and made_by <> ${id}
      and not exists (select from decision_contributors where list_id = decision.id and staff_id = ${id})`
  const messages = sql`
    select 'message', 'decide', message.id, message.job_id, jobs.title, subject, by.name, sent_at, ${NO_TIME}, recipients, ''
    from messages message join jobs on jobs.id = message.job_id join staff by on by.id = sent_by
    where message.state = 'proposed' and sent_by <> ${id}
      and not exists (select from message_template_authors author where author.template_id = message.template_id and author.staff_id = ${id})`
  const exportRequests = sql`
    select 'export', 'decide', request.id, request.job_id, jobs.title, jobs.title, by.name, requested_at, ends_at, request.size, ''
    from export_requests request join jobs on jobs.id = request.job_id join staff by on by.id = requested_by
    where ends_at > ${now} and withdrawn_at is null and approved is null and requested_by <> ${id}`
  const appointments = sql`
    select 'appointment', 'decide', appointment.id, null::bigint, null::text, coalesce(nullif(appointment.name, ''), appointment.email), by.name, proposed_at, ends_at, ${NO_SIZE}, ''
    from staff_appointments appointment join staff by on by.id = proposed_by
    where decided_at is null and withdrawn_at is null and ends_at > ${now} and proposed_by <> ${id}`
  const nameRequests = sql`
    select 'names', 'decide', request.id, request.job_id, jobs.title, jobs.title, by.name, requested_at, request.ends_at, ${NO_SIZE}, ''
    from blind_requests request join jobs on jobs.id = request.job_id join staff by on by.id = staff_id
    where decided_at is null and withdrawn_at is null and request.ends_at > ${now} and staff_id <> ${id}`
  // Hundreds of corrections may wait, so one row shows the oldest and how many. It names no applicant. Left
  // out: those whose first decision is by this officer, and the officer's own requests as an applicant.
  const corrections = sql`
    select 'corrections', 'decide', min(correction.id), null::bigint, null::text, '', null::text, min(asked_at), ${NO_TIME}, count(*)::int, ''
    from (
      select id, asked_at from corrections
      where decided_at is null and taken_back_at is null and first_by is distinct from ${id}::bigint
        and user_id is distinct from (select users.id from users join staff on staff.email = users.email where staff.id = ${id})
      order by asked_at, id limit ${START.mostCorrections}) correction
    having count(*) > 0`
  return findWaiting(tx, role, [
    ['jobs.approve', jobs],
    ['decisions.approve', lists],
    ['messages.approve', messages],
    ['decisions.approve', exportRequests],
    ['people.manage', appointments],
    ['blind.agree', nameRequests],
    ['corrections.decide', corrections],
  ])
}

/**
 * Proposals and drafts that this officer started: they must act on them, or wait for someone else. Approved
 * lists and messages that this officer may still stop are included.
 */
export function findStarted(tx: Tx, { id, role }: Staff, now: Date) {
  // Proposals that were returned to the officer before this time are not shown any more.
  const since = new Date(now.getTime() - START.returnedDays * 86_400_000)
  // An empty note means that the proposal was taken back, not returned by a second officer.
  const jobs = sql`
    select 'job', case when decided_at is null then 'second' else 'returned' end, change.id, change.job_id, jobs.title,
      coalesce(nullif(content ->> 'title', ''), jobs.title), by.name, coalesce(decided_at, proposed_at), ${NO_TIME}, ${NO_SIZE}, note
    from job_changes change join jobs on jobs.id = change.job_id left join staff by on by.id = decided_by
    where proposed_by = ${id} and (decided_at is null or (not approved and note <> '' and decided_at > ${since}
      and not exists (select from job_changes later where later.job_id = change.job_id and later.id > change.id)))`
  const lists = sql`
    select 'list', case when decision.state = 'approved' then 'stop' when decision.state = 'proposed' then 'second' when decision.note <> '' then 'returned' else 'draft' end,
      decision.id, decision.job_id, jobs.title, decision.name, case when decision.state = 'drafting' and decision.note <> '' then by.name end, decision.updated_at,
      case when decision.state = 'approved' then effective_at end, decision.size, case when decision.state = 'drafting' then decision.note else '' end
    from decisions decision join jobs on jobs.id = decision.job_id left join staff by on by.id = decided_by
    where (decision.state = 'drafting' and made_by = ${id}) or (decision.state = 'proposed' and proposed_by = ${id})
      or (decision.state = 'approved' and started_at is null and effective_at > ${now} and (proposed_by = ${id} or decided_by = ${id}))`
  // A role that can refuse a message may stop any message; a recruiter may stop only their own.
  const mayStopAny = may(role, 'messages.stop') && role !== 'recruiter'
  const messages = sql`
    select 'message', case message.state when 'scheduled' then 'stop' when 'proposed' then 'second' else 'returned' end, message.id, message.job_id, jobs.title, subject,
      case when message.state = 'returned' then by.name end, coalesce(decided_at, sent_at), case when message.state = 'scheduled' then leaves_at end, recipients,
      case when message.state = 'returned' then message.note else '' end
    from messages message join jobs on jobs.id = message.job_id left join staff by on by.id = decided_by
    where (message.state = 'scheduled' and leaves_at > ${now} and (sent_by = ${id} or ${mayStopAny}::boolean)) or (message.state = 'proposed' and sent_by = ${id})
      or (message.state = 'returned' and sent_by = ${id} and decided_at > ${since})`
  const exportRequests = sql`
    select 'export', case when approved is null then 'second' when approved then 'download' else 'returned' end, request.id, request.job_id, jobs.title, jobs.title,
      by.name, coalesce(decided_at, requested_at), case when approved then ends_at end, request.size, case when approved then '' else request.note end
    from export_requests request join jobs on jobs.id = request.job_id left join staff by on by.id = decided_by
    where requested_by = ${id} and withdrawn_at is null and ((approved is not false and ends_at > ${now}) or (approved = false and decided_at > ${since}))`
  const nameRequests = sql`
    select 'names', 'second', request.id, request.job_id, jobs.title, jobs.title, null::text, requested_at, ${NO_TIME}, ${NO_SIZE}, ''
    from blind_requests request join jobs on jobs.id = request.job_id
    where staff_id = ${id} and decided_at is null and withdrawn_at is null and request.ends_at > ${now}`
  return findWaiting(tx, role, [
    ['jobs.write', jobs],
    ['decisions.undo', lists],
    ['messages.stop', messages],
    ['identities.export', exportRequests],
    ['identities.reveal', nameRequests],
  ])
}
