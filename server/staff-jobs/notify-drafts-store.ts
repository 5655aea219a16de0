import type { JobChange, JobContent } from '#contract/staff-jobs/staff-job.ts'
import { sql, type Tx } from '../database/connect.ts'
import { notificationsInsert, type NotificationContent } from '../notifications/add-notification.ts'
import { emailsInsert, PRIORITY } from '../outbox/enqueue-email.ts'

/** What happened to a job for which someone has a draft. */
export type DraftNews = 'open' | 'closed' | 'withdrawn'
/** The news for the owner of a draft. `url` is the page that the notification opens. */
export type News = { news: DraftNews; notification: NotificationContent; url: string }

/**
 * How many people are notified in one transaction. A submission waits for the job's row, so it waits at most
 * as long as one batch takes.
 */
export const BATCH_SIZE = 1_000

/**
 * Adds a notification and a bulk email for the next owners of a draft: those with draft ids after `after`.
 * Returns how many (`notified`) and the last draft id (`last`).
 */
export const notifyOwners = (
  tx: Tx,
  jobId: number,
  after: number,
  { news, notification, url }: News,
  now: Date,
) => {
  const nextOwners = sql`
    select id, user_id from job_applications where job_id = ${jobId} and not is_completed and id > ${after} order by id limit ${BATCH_SIZE}`
  // Both inserts read `owners`, which the statement below defines as `nextOwners`.
  const insertedEmails = emailsInsert({
    // `staffJobsEmails` writes the email of this topic for every kind of news.
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
    values: sql`${JSON.stringify(notification.values)}::jsonb`,
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
 * Saves the last notified draft id of a change, where the next batch continues. Null means that everyone is
 * notified. Earlier changes of the job get null too: their news is not true any more, so no one else reads
 * it.
 */
export const saveProgress = (tx: Tx, jobId: number, changeId: number, after: number | null) =>
  tx.run(sql`
    update job_changes set notify_after = case when id = ${changeId} then ${after}::bigint else null end
    where job_id = ${jobId} and (id = ${changeId} or notify_after is not null)`)

export type NotifyingRow = {
  id: number
  job_id: number
  title: string
  title_sw: string | null
  kind: JobChange
  content: JobContent
  reason: string
  down_minutes: number | null
  measured_hours: number | null
  /** The last notified draft id. */
  notify_after: number
}

/** The oldest change whose notifying is not done, locked until this transaction ends. */
export const takeUnfinished = (tx: Tx) =>
  tx.row<NotifyingRow>(sql`
    select change.id, change.job_id, jobs.title, jobs.title_sw, change.kind, change.content, change.reason, change.down_minutes, change.measured_hours, change.notify_after
    from job_changes change join jobs on jobs.id = change.job_id
    where change.notify_after is not null order by change.id limit 1 for update of change skip locked`)
