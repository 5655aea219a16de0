import { type Db, sql } from '../database/connect.ts'

/**
 * Deletes at most `limit` notifications from before a time. Their ids follow the time, so the oldest are
 * found without an index of times.
 */
export const sweepNotifications = (db: Db, before: Date, limit: number) =>
  db.run(sql`
    delete from notifications where id in (
      select id from (select id, created_at from notifications order by id limit ${limit}) oldest
      where created_at <= ${before}::timestamptz)`)
