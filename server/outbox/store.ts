import { type Db, plannedEachTime, sql, type Tx } from '../database/connect.ts'

// The SQL of the table `outbox`, with emails that are not delivered yet. `run_at`: when the next attempt is
// due. `dead_at`: when the email failed for good. This is our own code instead of a library such as pg-boss,
// because one statement must change many rows and queue their emails.

export type DueEmail = {
  id: number
  topic: string
  payload: Record<string, string | number>
  /** How often the email was claimed to be sent, this time included. */
  attempts: number
  created_at: Date
}

/** A lane: the queued emails with these priorities. It claims at most `batchSize` emails at a time. */
export type Lane = { firstPriority: number; lastPriority: number; batchSize: number }

/** Claims up to `batchSize` due emails of a lane. Until `leaseUntil` no other process claims them. */
export const claimDue = (
  db: Tx,
  now: Date,
  leaseUntil: Date,
  { firstPriority, lastPriority, batchSize }: Lane,
) =>
  db.rows<DueEmail>(
    plannedEachTime(sql`
    with due as (
      select id from outbox where dead_at is null and priority between ${firstPriority} and ${lastPriority} and run_at <= ${now}
      order by priority, run_at limit ${batchSize} for update skip locked)
    update outbox set attempts = attempts + 1, run_at = ${leaseUntil}
    from due where outbox.id = due.id
    returning outbox.id, topic, payload, attempts, created_at`),
  )

/**
 * Makes claimed emails due now because no one began to send them. Leaves out emails that another process has
 * claimed since: `leaseUntil` is the end of the caller's own claim.
 */
export const release = (db: Tx, ids: number[], leaseUntil: Date, now: Date) =>
  db.run(
    plannedEachTime(
      sql`update outbox set attempts = attempts - 1, run_at = ${now} where id = any(${ids}::bigint[]) and run_at = ${leaseUntil}`,
    ),
  )

/**
 * Makes all emails of a lane due now, even those that are claimed or wait for another attempt. Only a process
 * that is alone on the database may call it.
 */
export const releaseAll = (db: Db, now: Date, { firstPriority, lastPriority }: Lane) =>
  db.run(
    sql`update outbox set run_at = ${now} where dead_at is null and priority between ${firstPriority} and ${lastPriority} and run_at > ${now}`,
  )

export const deleteDelivered = (db: Tx, ids: number[]) =>
  db.run(plannedEachTime(sql`delete from outbox where id = any(${ids}::bigint[])`))

export const postpone = (db: Db, id: number, runAt: Date, error: string) =>
  db.run(plannedEachTime(sql`update outbox set run_at = ${runAt}, last_error = ${error} where id = ${id}`))

/** Marks an email as failed for good. Officers see it and can queue it again. */
export const markFailed = (db: Db, id: number, now: Date, error: string) =>
  db.run(plannedEachTime(sql`update outbox set dead_at = ${now}, last_error = ${error} where id = ${id}`))

/** Housekeeping: deletes emails that failed for good before a time, at most a thousand a call. */
export const sweepDead = (db: Db, failedBefore: Date) =>
  db.run(
    sql`delete from outbox where id in (select id from outbox where dead_at < ${failedBefore} limit 1000)`,
  )
