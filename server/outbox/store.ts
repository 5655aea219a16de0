import { type Db, plannedEachTime, sql, type Tx } from '../database/connect.ts'

export type Due = { id: number; topic: string; payload: Record<string, string | number>; attempts: number }

/** Which queued emails, by their priority; at most `count` per claim. */
export type Lane = { first: number; last: number; count: number }

/** Claims up to `count` due emails of a lane; until `leaseUntil` no one else claims them. */
export const claimDue = (db: Tx, now: Date, leaseUntil: Date, { first, last, count }: Lane) =>
  db.rows<Due>(
    plannedEachTime(sql`
    with due as (
      select id from outbox where dead_at is null and priority between ${first} and ${last} and run_at <= ${now}
      order by priority, run_at limit ${count} for update skip locked)
    update outbox set attempts = attempts + 1, run_at = ${leaseUntil}
    from due where outbox.id = due.id
    returning outbox.id, topic, payload, attempts`),
  )

/**
 * Ends every lease and every wait of a lane: all its emails are due now. Only for a process that is alone on
 * the database.
 */
export const releaseAll = (db: Db, now: Date, { first, last }: Lane) =>
  db.run(
    sql`update outbox set run_at = ${now} where dead_at is null and priority between ${first} and ${last} and run_at > ${now}`,
  )

export const deleteDelivered = (db: Tx, ids: number[]) =>
  db.run(plannedEachTime(sql`delete from outbox where id = any(${ids}::bigint[])`))

export const postpone = (db: Db, id: number, runAt: Date, error: string) =>
  db.run(plannedEachTime(sql`update outbox set run_at = ${runAt}, last_error = ${error} where id = ${id}`))

/** Stays for staff to see; never tried again. */
export const bury = (db: Db, id: number, now: Date, error: string) =>
  db.run(plannedEachTime(sql`update outbox set dead_at = ${now}, last_error = ${error} where id = ${id}`))

/** Housekeeping: at most a thousand rows a call. */
export const sweepDead = (db: Db, before: Date) =>
  db.run(sql`delete from outbox where id in (select id from outbox where dead_at < ${before} limit 1000)`)
