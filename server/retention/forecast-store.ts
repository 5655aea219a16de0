import type { Periods } from '#contract/retention/periods.ts'
import { RETENTION } from '#contract/retention/words.ts'
import { stageNumber } from '#contract/review/stages.ts'
import { sql, type Tx } from '../database/connect.ts'
import { closedAt, endsOfJob, heldUntil } from './stored-until.ts'

const [HIRED, REJECTED] = [stageNumber('hired'), stageNumber('rejected')]

type GoingRow = {
  id: number
  reference: string
  title: string
  kind: 'drafts' | 'not_chosen' | 'chosen'
  count: number
  /** When these applications will be deleted. */
  at: Date
  /** Whether a hold on the recruitment has postponed the time of deletion. */
  held: boolean
}

/**
 * Counts the applications that will be deleted before `until`, by job and kind. Sent applications are counted
 * in `application_facts`. An index there has the stage, so the applications themselves are not read. The kind
 * `not_chosen` has rejected and withdrawn applications. It also has applications without a verdict whose own
 * end comes before `until`.
 */
export function findGoing(tx: Tx, periods: Periods, until: Date) {
  const { drafts, notChosen, chosen, undecided } = endsOfJob(periods)
  const counted = (condition: ReturnType<typeof sql>) => sql`
    (select count(*) from application_facts where application_facts.job_id = ends.id and ${condition})`
  // A withdrawn application has no facts, so it is counted in its own table.
  const withdrawn = sql`
    (select count(*) from withdrawals join job_applications application on application.id = withdrawals.application_id
      where withdrawals.restored_at is null and application.job_id = ends.id and application.erased_at is null)`
  // `ends` has one row for each job, and `going` up to three: one for each kind. An end that equals the end
  // of the hold was postponed by it.
  return tx.rows<GoingRow>(sql`
    with ends as materialized (
      select jobs.id, jobs.reference, jobs.title, ${drafts} as drafts, ${notChosen} as not_chosen, ${chosen} as chosen, ${undecided} as undecided,
        ${heldUntil} as held_until
      from jobs)
    select ends.id, reference, title, kind, count, at, at = held_until as held
    from ends cross join lateral (
      select 'drafts' as kind, ends.drafts as at,
        (select count(*) from job_applications where job_id = ends.id and not is_completed)::int as count
        where ends.drafts <= ${until}
      union all
      select 'not_chosen', ends.not_chosen,
        (${counted(sql`(stage = ${REJECTED} or (stage <> ${HIRED} and ends.undecided <= ${until}::timestamptz))`)} + ${withdrawn})::int
        where ends.not_chosen <= ${until}
      union all
      select 'chosen', ends.chosen, ${counted(sql`stage = ${HIRED}`)}::int where ends.chosen <= ${until}) going
    where count > 0 order by at, ends.id, kind limit ${RETENTION.maxRows}`)
}

type UndecidedJobRow = { id: number; reference: string; title: string; count: number; closed_at: Date }
/** Jobs that closed before this time and are not archived, but still have applications without a verdict. */
export const findUndecidedJobs = (tx: Tx, closedBefore: Date) =>
  tx.rows<UndecidedJobRow>(sql`
    select jobs.id, jobs.reference, jobs.title, undecided.count, jobs.expiry_date as closed_at
    from jobs cross join lateral (
      select count(*)::int as count from application_facts where job_id = jobs.id and stage not in (${HIRED}, ${REJECTED})) undecided
    where jobs.state <> 'archived' and ${closedAt} <= ${closedBefore} and undecided.count > 0
    order by jobs.expiry_date, jobs.id limit ${RETENTION.maxRows}`)

/** The number of people who were notified that their unused account will be deleted. */
export const countUnused = async (tx: Tx) =>
  (await tx.row<{ count: number }>(sql`select count(*)::int as count from unused_accounts`))?.count ?? 0

/** Jobs with applications, ordered by deadline, the latest first. */
export const findJobs = (tx: Tx) =>
  tx.rows<{ id: number; reference: string; title: string }>(sql`
    select id, reference, title from jobs where exists (select from job_applications where job_id = jobs.id)
    order by expiry_date desc nulls first, id desc limit ${RETENTION.maxJobs}`)
