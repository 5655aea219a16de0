import { VERDICTS } from '#contract/job-applications/withdrawal.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import { nairobiTimeOf } from '../database/nairobi.ts'
import { notificationsInsert } from '../notifications/add-notification.ts'
import { emailsInsert, PRIORITY } from '../outbox/enqueue-email.ts'
import { isInPool } from './corrections-store.ts'

// Shortly before a job closes, housekeeping reminds people of an application or a correction that they have
// not sent.

type Reminder = {
  topic: string
  kind: 'deadline_near' | 'correction_near'
  /** SQL condition on `job_applications application` and `jobs`: unsent, its owner not reminded yet. */
  isDue: Sql
}

/**
 * A person is reminded of each draft once. If the deadline moves by a week, the person is reminded again. A
 * reminder that was sent over a week before the present deadline was about an earlier deadline.
 */
const DRAFTS: Reminder = {
  topic: 'job-applications.deadline-near',
  kind: 'deadline_near',
  isDue: sql`not application.is_completed and (reminded_at is null or reminded_at < jobs.expiry_date - interval '1 week')`,
}

/**
 * The rule for drafts applies to corrections too. In addition, a person is reminded once more after each
 * version that they sent. A person who reopens the same version repeatedly gets no second email. After a
 * verdict or the start of a selection there is no reminder, because the correction can no longer be sent. The
 * condition needs no index: only jobs that close soon are read, every ten minutes.
 */
const CORRECTIONS: Reminder = {
  topic: 'job-applications.correction-near',
  kind: 'correction_near',
  isDue: sql`
    application.reopened_at is not null and application.status <> all(${[...VERDICTS]}::text[])
    and (reminded_at is null or reminded_at < jobs.expiry_date - interval '1 week'
      or reminded_at < (select submitted_at from submissions where application_id = application.id))
    and not ${isInPool}`,
}

const remind = ({ topic, kind, isDue }: Reminder, tx: Tx, now: Date, until: Date, max: number) => {
  // Both inserts read the rows of `near`, which the statement below defines. A row is one unsent application
  // or correction, with its job.
  const enqueued = emailsInsert({
    topic,
    from: sql`near`,
    payload: sql`jsonb_build_object('userId', user_id, 'jobId', job_id)`,
    jobId: sql`job_id`,
    priority: PRIORITY.bulk,
    now,
  })
  const notified = notificationsInsert({
    kind,
    from: sql`near`,
    userId: sql`user_id`,
    values: sql`
      jsonb_strip_nulls(jsonb_build_object('job', title, 'job_sw', title_sw, 'closes', to_char(${nairobiTimeOf(sql`expiry_date`)}, 'YYYY-MM-DD')))`,
    url: sql`'/apply?job=' || job_id`,
    now,
  })
  return tx.run(sql`
    with near as (
      select application.id, application.user_id,
        jobs.id as job_id, jobs.title, jobs.title_sw, jobs.expiry_date
      from jobs cross join lateral (
        select id, user_id from job_applications application
        where application.job_id = jobs.id and ${isDue}
        limit ${max} for update skip locked) application
      where jobs.is_active and jobs.expiry_date > ${now} and jobs.expiry_date <= ${until}
      limit ${max}),
    reminded as (
      update job_applications application set reminded_at = ${now} from near where application.id = near.id),
    enqueued as (${enqueued})
    ${notified}`)
}

/**
 * Reminds people of each unsent application or correction whose job closes between now and `until`. Each gets
 * one notification and one bulk email. Handles at most `max` a call and returns how many.
 */
export const notifyDeadlines = async (tx: Tx, now: Date, until: Date, max: number): Promise<number> => {
  const drafts = await remind(DRAFTS, tx, now, until, max)
  return drafts === max ? drafts : drafts + (await remind(CORRECTIONS, tx, now, until, max - drafts))
}
