import { type Db, sql } from '../database/connect.ts'

/**
 * Housekeeping: deletes at most 1,000 addresses that no one confirmed, or that unsubscribed long ago. The
 * address of a person who has asked again since then stays.
 */
export const sweepSubscribers = (db: Db, unconfirmedBefore: Date, stoppedBefore: Date) =>
  db.run(sql`
    delete from newsletter_subscribers where id in (
      select id from newsletter_subscribers
      where (confirmed_at is null and requested_at < ${unconfirmedBefore})
        or (stopped_at < ${stoppedBefore} and requested_at < ${stoppedBefore})
      limit 1000)`)
