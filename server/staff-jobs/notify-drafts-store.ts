import type { JobChange, JobContent } from '#contract/staff-jobs/staff-job.ts'
import { sql, type Tx } from '../database/connect.ts'
import { addNotifications, type NotificationContent } from '../notifications/add-notification.ts'
import { enqueueEmails, PRIORITY } from '../outbox/enqueue-email.ts'

/** What happened to a job for which someone has a draft. */
export type DraftNews = 'open' | 'closed' | 'withdrawn'
export type News = { news: DraftNews; notification: NotificationContent; url: string }

/**
 * How many are notified at once. A submission waits for the job's row at most as long as one such part takes.
 */
export const PART = 1_000

/**
 * Adds a notification and a bulk email for the next owners of a draft. Returns how many (`notified`) and the
 * last draft id.
 */
export const notifyPart = (
  tx: Tx,
  jobId: number,
  after: number,
  { news, notification, url }: News,
  now: Date,
) => {
  const enqueued = enqueueEmails({
    topic: 'staff.deadline-changed',
    from: sql`owners`,
    payload: sql`jsonb_build_object('userId', user_id, 'jobId', ${jobId}::bigint, 'news', ${news}::text)`,
    jobId: sql`${jobId}::bigint`,
    priority: PRIORITY.bulk,
    now,
  })
  const notified = addNotifications({
    kind: notification.kind,
    from: sql`owners`,
    userId: sql`user_id`,
    values: sql`${JSON.stringify(notification.values)}::jsonb`,
    url: sql`${url}`,
    now,
  })
  return tx.row<{ notified: number; last: number }>(sql`
    with owners as (
      select id, user_id from job_applications where job_id = ${jobId} and not is_completed and id > ${after} order by id limit ${PART}),
    enqueued as (${enqueued}),
    notified as (${notified})
    select count(*)::int as notified, coalesce(max(id), 0) as last from owners`)
}

/** Only the last change of a job continues to be notified. */
export const scheduleNotifying = (tx: Tx, jobId: number, changeId: number, after: number | null) =>
  tx.run(sql`
    update job_changes set notify_after = case when id = ${changeId} then ${after}::bigint end
    where job_id = ${jobId} and (id = ${changeId} or notify_after is not null)`)

export type NotifyingRow = {
  id: number
  job_id: number
  title: string
  kind: JobChange
  content: JobContent
  reason: string
  down_minutes: number | null
  measured_hours: number | null
  notify_after: number
}

/** The change that has been notifying longest, locked until this transaction ends. */
export const takeNotifying = (tx: Tx) =>
  tx.row<NotifyingRow>(sql`
    select change.id, change.job_id, jobs.title, change.kind, change.content, change.reason, change.down_minutes, change.measured_hours, change.notify_after
    from job_changes change join jobs on jobs.id = change.job_id
    where change.notify_after is not null order by change.id limit 1 for update of change skip locked`)
