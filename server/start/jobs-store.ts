import type { ShareKind } from '#contract/shares/endpoints.ts'
import { sql, type Tx } from '../database/connect.ts'
import { isOpenAt } from '../database/open-jobs.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { isInShare } from '../review/share.ts'
import { inAreas } from '../staff/areas.ts'
import { START } from './limits.ts'

type Officer = Pick<Staff, 'id' | 'areas'>
const DAY_MS = 86_400_000

export type JobRow = {
  id: number
  reference: string
  title: string
  expiry_date: Date | null
  is_open: boolean
  /** Whether this officer proposed a change of the job, or has a share of its applications. */
  mine: boolean
  /** The applications in the officer's areas, and how many of them no officer has opened. */
  applications: number
  unread: number
}
/**
 * Open jobs, and jobs that closed in the last days and have unread applications. The officer's own jobs come
 * first, and open jobs come before closed ones. Among equals, the deadline that is nearest to now comes
 * first.
 */
export const findJobs = (tx: Tx, { id, areas }: Officer, now: Date) =>
  tx.rows<JobRow>(sql`
    with mine as (select job_id from job_changes where proposed_by = ${id} union select job_id from work_shares where staff_id = ${id})
    select jobs.id, reference, title, expiry_date, ${isOpenAt(now)} as is_open, jobs.id in (select job_id from mine) as mine,
      sums.applications, sums.unread
    from jobs cross join lateral (
      select coalesce(sum(applications), 0)::int as applications, coalesce(sum(unread), 0)::int as unread
      from area_counts facts where facts.job_id = jobs.id and ${inAreas(areas)}) sums
    where state = 'published' and is_active
      and (${isOpenAt(now)} or (sums.unread > 0 and expiry_date > ${new Date(now.getTime() - START.days * DAY_MS)}))
    order by mine desc, is_open desc, abs(extract(epoch from expiry_date - ${now}::timestamptz)) nulls last, jobs.id limit ${START.jobs}`)

type CountyRow = { job_id: number; job_title: string; code: number; name: string; unread: number }
/** The counties with the most unread applications in these jobs. */
export const findUnreadCounties = (tx: Tx, areas: Staff['areas'], jobs: number[]) =>
  tx.rows<CountyRow>(sql`
    select jobs.id as job_id, jobs.title as job_title, counties.code, counties.name, sum(unread)::int as unread
    from area_counts facts join jobs on jobs.id = facts.job_id join counties on counties.code = facts.county
    where facts.job_id = any(${jobs}::bigint[]) and ${inAreas(areas)}
    group by jobs.id, counties.code having sum(unread) > 0 order by sum(unread) desc, counties.name, jobs.id limit ${START.counties}`)

type ShareRow = {
  job_id: number
  reference: string
  title: string
  shared_by: number
  name: string
  shared_at: Date
  kind: ShareKind
  /** The names of the share's counties; empty when the job is not divided by counties. */
  counties: string[]
}
/** This officer's shares of public jobs, the newest first. */
export const findOwnShares = (tx: Tx, staffId: number) =>
  tx.rows<ShareRow>(sql`
    select plan.job_id, reference, title, shared_by, sharer.name, shared_at, plan.kind,
      array(select counties.name from counties where plan.kind = 'county' and code = any(own.counties) order by counties.name) as counties
    from work_shares own join work_plans plan on plan.job_id = own.job_id join jobs on jobs.id = own.job_id join staff sharer on sharer.id = shared_by
    where own.staff_id = ${staffId} and state = 'published' order by shared_at desc, plan.job_id limit ${START.shares}`)

/**
 * How many applications of an officer's share no one has opened. It searches the first unread ones of the
 * job. `more` means that the search reached its limit.
 */
export async function countShareUnread(
  tx: Tx,
  { id: staffId, areas }: Officer,
  jobId: number,
): Promise<{ unread: number; more: boolean }> {
  const row = await tx.row<{ unread: number; scanned: number }>(sql`
    select count(*)::int as scanned, (count(*) filter (where is_own))::int as unread
    from (
      select ${isInShare({ jobId, staffId })}::boolean as is_own from application_facts facts
      where facts.job_id = ${jobId} and not facts.is_read and ${inAreas(areas)} limit ${START.mostUnread}) looked_at`)
  return { unread: row?.unread ?? 0, more: row?.scanned === START.mostUnread }
}

/**
 * Emails that the portal no longer tries to deliver: how many, up to a limit, and when the last one failed.
 */
type FailedRow = { count: number; last: Date | null }
export const countFailedEmails = (tx: Tx) =>
  tx.row<FailedRow>(sql`
    select count(*)::int as count, max(dead_at) as last
    from (select dead_at from outbox where dead_at is not null order by dead_at desc limit ${START.mostEmails}) dead`)
