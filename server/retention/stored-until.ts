import type { Periods } from '#contract/retention/periods.ts'
import { sql, type Sql } from '../database/connect.ts'

// SQL that computes when the data of a recruitment must be deleted. `least` and `greatest` ignore null.

const days = (count: number): Sql => sql`${count}::integer * interval '1 day'`

/**
 * SQL for the time when a job was archived; null while it is not archived. Without an approved change of the
 * kind `archive`, it is the time of the job's last update.
 */
const archivedAt = sql`(case when jobs.state = 'archived' then coalesce(
  (select max(change.decided_at) from job_changes change where change.job_id = jobs.id and change.kind = 'archive' and change.approved),
  jobs.updated_at) end)`

/** SQL over `jobs` for the time when a job closes or closed; 'infinity' without a deadline. */
export const closedAt: Sql = sql`least(coalesce(jobs.expiry_date, 'infinity'::timestamptz), ${archivedAt})`

/**
 * SQL over `jobs` for the latest end of all holds on a recruitment; '-infinity' when there was none. An end
 * in the past changes nothing.
 */
export const heldUntil: Sql = sql`coalesce(
  (select max(hold.holds_until) from retention_holds hold where hold.job_id = jobs.id), '-infinity'::timestamptz)`

/**
 * SQL over `jobs` for the end of a recruitment. It is the latest of its deadline, its archiving, and the end
 * of the time to object to its last decision. If the job is archived before its deadline, the deadline does
 * not count.
 */
const endedAt = ({ objection }: Periods): Sql => sql`greatest(${closedAt}, ${archivedAt},
  (select max(decision.applied_at) from decisions decision where decision.job_id = jobs.id and decision.state = 'applied') + ${days(objection)})`

/** SQL for an end, or for the end of the recruitment's hold when that is later. */
const orHeld = (end: Sql): Sql => sql`greatest(${end}, ${heldUntil})`

/** Until when applications are kept, as SQL for each outcome of an application. */
type ApplicationEnds = Record<'drafts' | 'notChosen' | 'chosen' | 'undecided', Sql>

/** Until when each kind of a job's applications is kept, as SQL over `jobs`. */
export function endsOfJob(periods: Periods): ApplicationEnds {
  const ended = endedAt(periods)
  const notChosen = sql`${ended} + ${days(periods.not_chosen)}`
  return {
    drafts: orHeld(sql`${closedAt} + ${days(periods.drafts)}`),
    notChosen: orHeld(notChosen),
    chosen: orHeld(sql`${ended} + ${days(periods.chosen)}`),
    // An application without a verdict is kept until its job is archived: officers may still decide on it.
    undecided: orHeld(
      sql`case when jobs.state = 'archived' then ${notChosen} else 'infinity'::timestamptz end`,
    ),
  }
}

/** SQL that picks, from these ends, the one for a row of `job_applications` by its status. */
export const endOfApplication = ({ drafts, notChosen, chosen, undecided }: ApplicationEnds): Sql => sql`(
  case when not job_applications.is_completed then ${drafts}
    when job_applications.withdrawn_at is not null or job_applications.status = 'Rejected' then ${notChosen}
    when job_applications.status = 'Hired' then ${chosen}
    else ${undecided} end)`

/**
 * SQL (timestamptz) over `job_applications` and `jobs`: until when an application is kept. It is 'infinity'
 * while the application has no verdict and its job is not archived. A hold in force postpones it to the end
 * of the hold.
 */
export const storedUntil = (periods: Periods): Sql => endOfApplication(endsOfJob(periods))
