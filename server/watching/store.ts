import { plannedEachTime, sql, type Tx } from '../database/connect.ts'
import { PRIORITY } from '../outbox/enqueue-email.ts'

/** Counting stops at this number: reading the metrics must stay fast when 100,000 emails wait. */
const MAX_COUNT = 10_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export type WatchedRow = {
  read_only: boolean
  emails: number
  /** The number of emails for which someone waits, such as login codes. */
  awaited_emails: number
  /** When the oldest waiting email of each kind was queued; null when none waits. */
  oldest_email: Date | null
  oldest_awaited_email: Date | null
  refused_emails: number
  /** Events that are not yet in a checkpoint of the public log. */
  events: number
  oldest_event: Date | null
  log_size: number
  closing_in_hour: number
  closing_in_day: number
  documents: number
}

/**
 * Reads everything that the metrics need from the database in one statement, which returns one row. Each part
 * reads one index, up to `MAX_COUNT` rows.
 */
export const findWatched = (tx: Tx, now: Date) =>
  tx.row<WatchedRow>(
    plannedEachTime(sql`
    with emails as (
      select priority, created_at from outbox where dead_at is null order by priority, run_at limit ${MAX_COUNT}),
    refused as (select from outbox where dead_at is not null limit ${MAX_COUNT}),
    events as (select event from log_pending order by event limit ${MAX_COUNT}),
    closing as (
      select closes from jobs
      where is_active and closes > ${now} and closes <= ${new Date(now.getTime() + DAY_MS)} limit ${MAX_COUNT}),
    documents as (select from application_documents where scan_due is not null limit ${MAX_COUNT})
    select
      pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as read_only,
      (select count(*)::int from emails) as emails,
      (select count(*)::int from emails where priority = ${PRIORITY.awaited}) as awaited_emails,
      (select min(created_at) from emails) as oldest_email,
      (select min(created_at) from emails where priority = ${PRIORITY.awaited}) as oldest_awaited_email,
      (select count(*)::int from refused) as refused_emails,
      (select count(*)::int from events) as events,
      (select log_events.at from log_events where id = (select min(event) from events)) as oldest_event,
      coalesce((select size from log_checkpoints order by size desc limit 1), 0) as log_size,
      (select count(*)::int from closing where closes <= ${new Date(now.getTime() + HOUR_MS)}) as closing_in_hour,
      (select count(*)::int from closing) as closing_in_day,
      (select count(*)::int from documents) as documents`),
  )
