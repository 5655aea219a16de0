import type { Periods } from '#contract/retention/periods.ts'
import { sql, type Sql } from '../database/connect.ts'

// When the data of a recruitment must be deleted, as SQL. PostgreSQL's `least` and `greatest` ignore null.

const days = (count: number): Sql => sql`${count}::integer * interval '1 day'`

/** When a job was archived; null while it is not. */
const archivedAt = sql`(case when jobs.state = 'archived' then coalesce(
  (select max(change.decided_at) from job_changes change where change.job_id = jobs.id and change.kind = 'archive' and change.approved),
  jobs.updated_at) end)`

/** When a job closed, or closes: 'infinity' without a deadline. An expression over `jobs`. */
export const closedAt: Sql = sql`least(coalesce(jobs.expiry_date, 'infinity'::timestamptz), ${archivedAt})`

/**
 * The last end of all holds on a recruitment; '-infinity' when there was none. A hold that is over changes
 * nothing. An expression over `jobs`.
 */
export const heldUntil: Sql = sql`coalesce(
  (select max(hold.holds_until) from retention_holds hold where hold.job_id = jobs.id), '-infinity'::timestamptz)`

/**
 * When a recruitment ended, by its deadline, its archiving, or its last decision and the time to object to
 * it. A later decision moves the end. An expression over `jobs`.
 */
const endedAt = ({ objection }: Periods): Sql => sql`greatest(${closedAt}, ${archivedAt},
  (select max(decision.applied_at) from decisions decision where decision.job_id = jobs.id and decision.state = 'applied') + ${days(objection)})`

/** This end, or the end of a hold when that is later. */
const orHeld = (end: Sql): Sql => sql`greatest(${end}, ${heldUntil})`

/** Until when applications are kept, by what became of them. */
export type ApplicationEnds = Record<'drafts' | 'notChosen' | 'chosen' | 'undecided', Sql>

/** The ends of a job's applications: expressions over `jobs`. */
export function endsOfJob(periods: Periods): ApplicationEnds {
  const ended = endedAt(periods)
  const notChosen = sql`${ended} + ${days(periods.not_chosen)}`
  return {
    drafts: orHeld(sql`${closedAt} + ${days(periods.drafts)}`),
    notChosen: orHeld(notChosen),
    chosen: orHeld(sql`${ended} + ${days(periods.chosen)}`),
    // No clock runs while officers may still decide.
    undecided: orHeld(
      sql`case when jobs.state = 'archived' then ${notChosen} else 'infinity'::timestamptz end`,
    ),
  }
}

/** The one of these ends that applies to a row of `job_applications`: by its status. */
export const endOfApplication = ({ drafts, notChosen, chosen, undecided }: ApplicationEnds): Sql => sql`(
  case when not job_applications.is_completed then ${drafts}
    when job_applications.withdrawn_at is not null or job_applications.status = 'Rejected' then ${notChosen}
    when job_applications.status = 'Hired' then ${chosen}
    else ${undecided} end)`

/**
 * Until when an application is kept: an SQL expression (timestamptz) over `job_applications` and `jobs`.
 * 'infinity' while it has no verdict and its job is not archived. A hold in force moves it to the hold's
 * end; a hold that is over moves nothing.
 */
export const storedUntil = (periods: Periods): Sql => endOfApplication(endsOfJob(periods))
