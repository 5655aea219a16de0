import { sql, type Tx } from '../database/connect.ts'
import { notificationsInsert } from '../notifications/add-notification.ts'
import { emailsInsert, PRIORITY } from '../outbox/enqueue-email.ts'

/**
 * Adds one notification and one bulk email for each draft whose job closes between now and `until`. Handles
 * at most `maxDrafts` drafts a call and returns how many. Each draft is reminded once, and again only when
 * the deadline moves by a week.
 */
export const notifyDeadlines = (tx: Tx, now: Date, until: Date, maxDrafts: number) => {
  // Both inserts read `near`, which the statement below defines.
  const enqueued = emailsInsert({
    topic: 'job-applications.deadline-near',
    from: sql`near`,
    payload: sql`jsonb_build_object('userId', user_id, 'jobId', job_id)`,
    jobId: sql`job_id`,
    priority: PRIORITY.bulk,
    now,
  })
  const notified = notificationsInsert({
    kind: 'deadline_near',
    from: sql`near`,
    userId: sql`user_id`,
    values: sql`
      jsonb_strip_nulls(jsonb_build_object('job', title, 'job_sw', title_sw, 'closes', to_char(expiry_date at time zone 'Africa/Nairobi', 'YYYY-MM-DD')))`,
    url: sql`'/apply?job=' || job_id`,
    now,
  })
  return tx.run(sql`
    with near as (
      select draft.id, draft.user_id, jobs.id as job_id, jobs.title, jobs.title_sw, jobs.expiry_date
      from jobs cross join lateral (
        select id, user_id from job_applications
        where job_id = jobs.id and not is_completed and (reminded_at is null or reminded_at < jobs.expiry_date - interval '1 week')
        limit ${maxDrafts} for update skip locked) draft
      where jobs.is_active and jobs.expiry_date > ${now} and jobs.expiry_date <= ${until}
      limit ${maxDrafts}),
    reminded as (
      update job_applications draft set reminded_at = ${now} from near where draft.id = near.id),
    enqueued as (${enqueued})
    ${notified}`)
}
