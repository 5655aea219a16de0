import { sql, type Tx } from '../database/connect.ts'
import { PRIORITY } from '../outbox/enqueue-email.ts'

/**
 * Adds one notification and one bulk email for each draft whose job closes between now and `until`. Handles
 * at most `count` drafts a call and returns how many. Each draft is reminded once, and again only when the
 * deadline moves by a week.
 */
export const notifyDeadlines = (tx: Tx, now: Date, until: Date, count: number) =>
  tx.run(sql`
    with near as (
      select it.id, it.user_id, jobs.id as job_id, jobs.title, jobs.expiry_date
      from jobs cross join lateral (
        select id, user_id from job_applications
        where job_id = jobs.id and not is_completed and (reminded_at is null or reminded_at < jobs.expiry_date - interval '1 week')
        limit ${count} for update skip locked) it
      where jobs.is_active and jobs.expiry_date > ${now} and jobs.expiry_date <= ${until}
      limit ${count}),
    marked as (
      update job_applications it set reminded_at = ${now} from near where it.id = near.id),
    promised as (
      insert into outbox (topic, payload, priority, run_at, created_at, job_id)
      select 'job-applications.deadline-near', jsonb_build_object('userId', user_id, 'jobId', job_id), ${PRIORITY.many}::smallint, ${now}::timestamptz, ${now}::timestamptz, job_id
      from near)
    insert into notifications (user_id, type, message, url, created_at)
    select user_id, 'deadline_near',
      'Your application for ' || title || ' is not finished. It closes on ' || to_char(expiry_date at time zone 'Africa/Nairobi', 'FMDay FMDD FMMonth') || '.',
      '/apply?job=' || job_id, ${now}
    from near`)
