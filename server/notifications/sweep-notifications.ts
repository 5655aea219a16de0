import { type Db, sql } from '../database/connect.ts'

/**
 * Deletes at most `limit` notifications that are older than a time. Ids rise with time, so the lowest ids are
 * the oldest notifications. So this needs no index of times.
 */
export const sweepNotifications = (db: Db, before: Date, limit: number) =>
  db.run(sql`
    delete from notifications where id in (
      select id from (select id, created_at from notifications order by id limit ${limit}) oldest
      where created_at <= ${before}::timestamptz)`)
