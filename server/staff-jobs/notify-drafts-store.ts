import type { JobChange, JobContent } from '#contract/staff-jobs/staff-job.ts'
import { VERDICTS } from '#contract/job-applications/withdrawal.ts'
import { sql, type Tx } from '../database/connect.ts'
import { notificationsInsert, type NotificationContent } from '../notifications/add-notification.ts'
import { emailsInsert, PRIORITY } from '../outbox/enqueue-email.ts'

/**
 * SQL condition on `job_applications application`: it is a draft, or a correction that its owner has not sent
 * (W15). After a verdict, a correction can no longer be sent.
 */
export const isUnsent = sql`(not application.is_completed
  or (application.reopened_at is not null and application.status <> all(${[...VERDICTS]}::text[])))`

/** What happened to a job for which a person has a draft or an unsent correction. */
export type DraftNews = 'open' | 'closed' | 'withdrawn'
/** The news for the owner of a draft or correction. `url` is the page that the notification opens. */
export type News = { news: DraftNews; notification: NotificationContent; url: string }

/**
 * How many people are notified in one transaction. A submission for the job waits for the job's row, so it
 * waits for one such batch at most.
 */
export const BATCH_SIZE = 1_000

/**
 * Notifies the next owners of a draft or correction: those with ids above `after`. Each gets a notification
 * and a bulk email. Returns how many were notified (`notified`) and the last id (`last`).
 */
export const notifyOwners = (
  tx: Tx,
  jobId: number,
  after: number,
  { news, notification, url }: News,
  now: Date,
) => {
  const nextOwners = sql`
    select id, user_id, is_completed from job_applications application
    where job_id = ${jobId} and ${isUnsent} and id > ${after} order by id limit ${BATCH_SIZE}`
  // Both inserts read from `owners`, the name that the statement below gives to `nextOwners`.
  const insertedEmails = emailsInsert({
    // One email topic serves every kind of news; `staffJobsEmails` writes the email.
    topic: 'staff.deadline-changed',
    from: sql`owners`,
    payload: sql`jsonb_build_object('userId', user_id, 'jobId', ${jobId}::bigint, 'news', ${news}::text)`,
    jobId: sql`${jobId}::bigint`,
    priority: PRIORITY.bulk,
    now,
  })
  const insertedNotifications = notificationsInsert({
    kind: notification.kind,
    from: sql`owners`,
    userId: sql`user_id`,
    values: sql`
      ${JSON.stringify(notification.values)}::jsonb || case when is_completed then '{"correction": true}' else '{}' end::jsonb`,
    url: sql`${url}`,
    now,
  })
  return tx.row<{ notified: number; last: number }>(sql`
    with owners as (${nextOwners}),
    enqueued_emails as (${insertedEmails}),
    added_notifications as (${insertedNotifications})
    select count(*)::int as notified, coalesce(max(id), 0) as last from owners`)
}

/**
 * Saves the last notified id of a change, from which the next batch continues. Null means that everyone
 * is notified. Earlier changes of the job get null too, because their news is not true any more.
 */
export const saveProgress = (tx: Tx, jobId: number, changeId: number, after: number | null) =>
  tx.run(sql`
    update job_changes set notify_after = case when id = ${changeId} then ${after}::bigint else null end
    where job_id = ${jobId} and (id = ${changeId} or notify_after is not null)`)

type NotifyingRow = {
  id: number
  job_id: number
  title: string
  title_sw: string | null
  kind: JobChange
  content: JobContent
  reason: string
  down_minutes: number | null
  measured_hours: number | null
  /** The last draft or correction whose owner was notified. */
  notify_after: number
}

/** Finds and locks the oldest change about which some people are not notified yet. */
export const takeUnfinished = (tx: Tx) =>
  tx.row<NotifyingRow>(sql`
    select change.id, change.job_id, jobs.title, jobs.title_sw, change.kind, change.content, change.reason, change.down_minutes, change.measured_hours, change.notify_after
    from job_changes change join jobs on jobs.id = change.job_id
    where change.notify_after is not null order by change.id limit 1 for update of change skip locked`)
