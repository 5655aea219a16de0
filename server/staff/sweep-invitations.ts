import { type Db, sql } from '../database/connect.ts'

/** Housekeeping: deletes at most `limit` invitations that expired before a time. They no longer work. */
export const sweepInvitations = (db: Db, before: Date, limit: number) =>
  db.run(sql`
    delete from staff_invitations where id in (
      select id from staff_invitations where expires_at <= ${before}::timestamptz limit ${limit})`)
