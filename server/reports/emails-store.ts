import { type Db, sql, type Tx } from '../database/connect.ts'

/**
 * Emails of one kind that wait. `put_off` counts those that a mail server refused and that are tried again.
 */
type WaitingRow = { topic: string; count: number; oldest: Date; put_off: number }
/** Counts the queued emails that are not sent yet, by kind; the kind with the most emails is first. */
export const findWaiting = (tx: Tx) =>
  tx.rows<WaitingRow>(sql`
    select topic, count(*)::int as count, min(created_at) as oldest, count(*) filter (where attempts > 0 and last_error is not null)::int as put_off
    from outbox where dead_at is null group by topic order by count desc, topic limit 50`)

type DeadRow = { topic: string; error: string; count: number; first: Date; last: Date }
/** Counts the emails that failed for good, by kind and by the mail server's message (`error`). */
export const findDead = (tx: Tx) =>
  tx.rows<DeadRow>(sql`
    select topic, coalesce(last_error, '') as error, count(*)::int as count, min(dead_at) as first, max(dead_at) as last
    from outbox where dead_at is not null group by topic, last_error order by last desc, topic limit 50`)

/** Counts of emails. `oldest` is when the oldest waiting email was queued; null when none waits. */
type EmailsRow = { waiting: number; oldest: Date | null; failed: number }
const selectCounts = sql`
  select count(*) filter (where dead_at is null)::int as waiting, min(created_at) filter (where dead_at is null) as oldest,
    count(*) filter (where dead_at is not null)::int as failed
  from outbox`
export const countEmails = (tx: Tx) => tx.row<EmailsRow>(selectCounts)
/** Counts only the emails that are about this job. */
export const countEmailsOf = (tx: Tx, jobId: number) =>
  tx.row<EmailsRow>(sql`${selectCounts} where job_id = ${jobId}`)

/** How many emails of this kind failed with this message of the mail server. */
export const countDead = async (db: Db | Tx, topic: string, error: string) =>
  (
    await db.row<{ count: number }>(sql`
      select count(*)::int as count from outbox where dead_at is not null and topic = ${topic} and coalesce(last_error, '') = ${error}`)
  )?.count ?? 0
