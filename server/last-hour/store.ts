import { JOBS } from '#contract/jobs/limits.ts'
import { sql, type Tx } from '../database/connect.ts'

/** The number of submissions in each minute since a time. Minutes without submissions have no row. */
export const findSubmissions = (tx: Tx, since: Date) =>
  tx.rows<{ at: Date; count: number }>(sql`
    select date_bin('1 minute', submitted_at, '2000-01-01Z') as at, count(*)::int as count from submissions where submitted_at >= ${since} group by 1`)

export type ExtensionChange = {
  job_id: number
  reference: string
  title: string
  /** How many minutes the portal was down in the last `measured_hours` before the deadline. */
  down_minutes: number | null
  /** This and `down_minutes` are null when the deadline was moved for another reason. */
  measured_hours: number | null
  /** The deadline before the change; the present one while no one has decided. Null if the job had none. */
  from: Date | null
  /** The new deadline as text: what the officer typed, or ISO 8601 for a measured outage. */
  until: string
  reason: string
  /** The name of the officer who proposed to move the deadline. */
  first: string
  proposed_at: Date
  /** The name of the officer who decided. This and the next two fields are null before the decision. */
  second: string | null
  decided_at: Date | null
  approved: boolean | null
  note: string
}

/**
 * For each job, the last change of its deadline that waits for a second officer, or that a second officer
 * decided after `since`. A change that its own proposer took back is left out; `decided_by` is then the
 * proposer.
 */
export const findExtensionChanges = (tx: Tx, since: Date) =>
  tx.rows<ExtensionChange>(sql`
    select distinct on (change.job_id) change.job_id, jobs.reference, jobs.title, change.down_minutes, change.measured_hours, coalesce(change.deadline_before, jobs.expiry_date) as from,
      change.content ->> 'expiry_date' as until, change.reason, author.name as first, change.proposed_at, other.name as second, change.decided_at, change.approved, change.note
    from job_changes change join jobs on jobs.id = change.job_id join staff author on author.id = change.proposed_by left join staff other on other.id = change.decided_by
    where change.kind in ('extend', 'reopen') and (change.decided_at is null or (change.decided_at > ${since} and change.decided_by <> change.proposed_by))
    order by change.job_id desc, change.id desc limit ${JOBS.maxUnpaged}`)
