import type { ExtensionField } from '#contract/jobs/extensions.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import type { MinuteState } from '#contract/status/health-minutes.ts'
import { type Db, sql, type Tx } from '../database/connect.ts'
import { isOpenAt } from '../database/open-jobs.ts'
import type { CountedMinute, Unsettled } from './meter.ts'

/** A minute as it is stored. Its `state` is null until the minute is in the public log. */
export type MinuteRow = CountedMinute & { state: MinuteState | null }

/**
 * Adds the counts of a process to the stored minutes. A minute that is in the public log does not change.
 * `counts` may have a minute twice: some counts are known at once, others only later. They are summed first.
 */
export const addMinutes = (db: Tx, counts: CountedMinute[]) =>
  db.run(sql`
    insert into health_minutes as minute (at, probing, probes, failed, accounts, succeeded, submitted, shed, stopped)
    select at, bool_or(probing), sum(probes), sum(failed), sum(accounts), sum(succeeded), sum(submitted), sum(shed), bool_or(stopped)
    from unnest(${counts.map(({ at: minuteStart }) => minuteStart)}::timestamptz[], ${counts.map((countedMinute) => countedMinute.probing)}::boolean[], ${counts.map((countedMinute) => countedMinute.probes)}::int[],
      ${counts.map((countedMinute) => countedMinute.failed)}::int[], ${counts.map((countedMinute) => countedMinute.accounts)}::int[], ${counts.map((countedMinute) => countedMinute.succeeded)}::int[],
      ${counts.map((countedMinute) => countedMinute.submitted)}::int[], ${counts.map((countedMinute) => countedMinute.shed)}::int[], ${counts.map((countedMinute) => countedMinute.stopped)}::boolean[])
      as new (at, probing, probes, failed, accounts, succeeded, submitted, shed, stopped)
    group by at order by at
    on conflict (at) do update set probing = minute.probing or excluded.probing, probes = minute.probes + excluded.probes, failed = minute.failed + excluded.failed,
      accounts = minute.accounts + excluded.accounts, succeeded = minute.succeeded + excluded.succeeded, submitted = minute.submitted + excluded.submitted,
      shed = minute.shed + excluded.shed, stopped = minute.stopped or excluded.stopped
      where minute.event is null`)

export const findMinutes = (tx: Tx, from: Date, until: Date) =>
  tx.rows<MinuteRow>(sql`
    select at, probing, probes, failed, accounts, succeeded, submitted, shed, stopped, state from health_minutes
    where at >= ${from} and at < ${until} order by at`)

/** The earliest recorded minute; undefined when there is none. */
export const findFirstMinute = async (tx: Tx) =>
  (await tx.row<{ at: Date | null }>(sql`select min(at) as at from health_minutes`))?.at ?? undefined

/**
 * One row is a token owner whom the portal failed, with the time of the first try. The owner still has a
 * complete draft for a job that was open then. Or a submit of the owner succeeded only after five minutes.
 * Owners with any successful submit in these five minutes are left out. An invented token has no owner.
 */
export const findUnserved = (tx: Tx, tried: Unsettled[]) =>
  tx.rows<{ at: Date }>(sql`
    select min(at) as at
    from unnest(${tried.map(({ key }) => Buffer.from(key, 'hex'))}::bytea[], ${tried.map(({ at: firstTry }) => firstTry)}::timestamptz[]) as tried (hash, at)
    cross join lateral (
      select user_id from sessions where token_hash = tried.hash
      union select user_id from sessions where previous_hash = tried.hash
      union select user_id from dead_tokens where token_hash = tried.hash) session
    where exists (
        select from job_applications application join jobs on jobs.id = application.job_id
        where application.user_id = session.user_id and (
          (application.is_completed and application.submitted_at > tried.at + interval '5 minutes')
          or (not application.is_completed and jobs.is_active and ${isOpenAt(sql`tried.at`)}
            and jsonb_array_length(application.education) > 0 and jsonb_array_length(application.experience) > 0
            and jsonb_array_length(application.referees) >= jobs.min_referees)))
      and not exists (
        select from job_applications where user_id = session.user_id and submitted_at between tried.at and tried.at + interval '5 minutes')
    group by session.user_id`)

/**
 * Deletes at most 1,000 old minutes a call. Minutes in the public log stay, so that an audit can check them.
 */
export const sweepMinutes = (db: Db, before: Date) =>
  db.run(
    sql`delete from health_minutes where ctid in (select ctid from health_minutes where at < ${before} and event is null limit 1000)`,
  )

export type ExtensionRow = {
  job_id: number
  reference: string
  title: string
  title_sw: string | null
  at: Date
  /** The deadline before the change; null when the job had none. */
  from: Date | null
  /** The new deadline, as the officer typed it. */
  until: string
  /** The deadline that the job has at present. */
  present_deadline: Date | null
  reason: string
  /**
   * The outage that justifies an extension; null in any other change. The hours are null when an officer
   * typed a reason.
   */
  down_minutes: number | null
  measured_hours: number | null
}

/** Deadline changes of public jobs, each approved by two officers, newest first, at most 50. */
export const findExtensions = (tx: Tx, since: Date) =>
  tx.rows<ExtensionRow>(sql`
    select jobs.id as job_id, jobs.reference, jobs.title, jobs.title_sw, change.decided_at as at, change.deadline_before as from, change.content ->> 'expiry_date' as until,
      jobs.expiry_date as present_deadline, change.reason, change.down_minutes, change.measured_hours
    from job_changes change join jobs on jobs.id = change.job_id
    where change.approved and change.kind in ('extend', 'reopen') and change.decided_at > ${since} and jobs.is_active
    order by change.decided_at desc limit 50`)

type Rule = { [Field in ExtensionField]: number | null }
/**
 * A job whose extension rule may move its deadline. An earlier extension has already used the minutes until
 * `counted`; null when there was none.
 */
export type ExtendableJob = Rule & {
  id: number
  reference: string
  title: string
  expiry_date: Date
  counted: Date | null
}

/**
 * Public jobs with an extension rule and a deadline between two times, earliest deadline first. At most as
 * many as the list of all open jobs holds, because a drive publishes hundreds. With `jobId`, only that job.
 */
export const findExtendable = (tx: Tx, from: Date, until: Date, jobId: number | undefined) =>
  tx.rows<ExtendableJob>(sql`
    select id, reference, title, expiry_date, extension_minutes, extension_hours, extension_times, extension_least_hours, extension_night_from,
      extension_night_until, (select max(measured_until) from job_changes change where change.job_id = jobs.id and change.approved) as counted
    from jobs
    where is_active and extension_minutes is not null and expiry_date between ${from} and ${until} and (${jobId ?? null}::bigint is null or id = ${jobId ?? null})
    order by expiry_date, id limit ${JOBS.maxUnpaged}`)

/** The deadlines between two times of public jobs with an extension rule, each once, earliest first. */
export const findExtendableDeadlines = (tx: Tx, from: Date, until: Date) =>
  tx.rows<{ expiry_date: Date }>(sql`
    select distinct expiry_date from jobs
    where is_active and extension_minutes is not null and expiry_date between ${from} and ${until}
    order by expiry_date limit ${JOBS.maxUnpaged}`)
