import type { JobChange, JobContent } from '#contract/staff-jobs/endpoints.ts'
import { sql, type Tx } from '../database/connect.ts'
import { PRIORITY } from '../outbox/enqueue-email.ts'

/** What happened to a job for which someone has a draft. */
export type DraftNews = 'open' | 'closed' | 'withdrawn'
export type News = { news: DraftNews; words: string; url: string }

/**
 * How many are notified at once. A submission waits for the job's row at most as long as one such part takes.
 */
export const PART = 1_000

/**
 * Adds a notification and a low-priority email for the next owners of a draft. Returns how many (`told`) and
 * the last draft id.
 */
export const notifyPart = (tx: Tx, jobId: number, after: number, { news, words, url }: News, now: Date) =>
  tx.row<{ told: number; last: number }>(sql`
    with told as (
      select id, user_id from job_applications where job_id = ${jobId} and not is_completed and id > ${after} order by id limit ${PART}),
    promised as (
      insert into outbox (topic, payload, priority, run_at, created_at, job_id)
      select 'staff.deadline-changed', jsonb_build_object('userId', user_id, 'jobId', ${jobId}::bigint, 'news', ${news}::text), ${PRIORITY.many}::smallint, ${now}::timestamptz,
        ${now}::timestamptz, ${jobId}::bigint from told),
    noticed as (
      insert into notifications (user_id, type, message, url, created_at)
      select user_id, 'deadline_changed', ${words}, ${url}, ${now}::timestamptz from told)
    select count(*)::int as told, coalesce(max(id), 0) as last from told`)

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
  notify_after: number
}

/** The change that has been notifying longest, locked until this transaction ends. */
export const takeNotifying = (tx: Tx) =>
  tx.row<NotifyingRow>(sql`
    select it.id, it.job_id, jobs.title, it.kind, it.content, it.reason, it.notify_after from job_changes it join jobs on jobs.id = it.job_id
    where it.notify_after is not null order by it.id limit 1 for update of it skip locked`)
