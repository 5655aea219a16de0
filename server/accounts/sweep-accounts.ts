import { type Db, sql } from '../database/connect.ts'
import { deleteInParts, SWEPT_ROWS } from '../database/delete-in-parts.ts'
import { sweepEmailChanges } from './email-change-store.ts'
import { sweepFailedLogins } from './failed-logins.ts'

const DAY_MS = 86_400_000

/**
 * Deletes all expired rows, and all accounts that no one verified (T38), as housekeeping. An attack leaves
 * many of them. A row may change between the inner `select` and the `delete`. So where rows can change, the
 * `delete` repeats the condition, and a row that has just changed stays.
 */
export async function sweepAccounts(db: Db, now: Date, unverifiedBefore: Date): Promise<void> {
  await deleteInParts(
    db,
    sql`delete from captcha_used where solution in (select solution from captcha_used where expires_at < ${now} limit ${SWEPT_ROWS})`,
  )
  await deleteInParts(
    db,
    sql`delete from counters where key in (select key from counters where window_ends < ${now} limit ${SWEPT_ROWS}) and window_ends < ${now}`,
  )
  const dayBefore = new Date(now.getTime() - DAY_MS)
  await deleteInParts(
    db,
    sql`
    delete from login_failures where (account, source) in (
      select account, source from login_failures where since < ${dayBefore} limit ${SWEPT_ROWS}) and since < ${dayBefore}`,
  )
  // Reset codes are kept for a day after they expire: an email that is sent again looks up its code here.
  await deleteInParts(
    db,
    sql`
    delete from reset_codes where id in (
      select id from reset_codes where expires_at < ${dayBefore} limit ${SWEPT_ROWS}) and expires_at < ${dayBefore}`,
  )
  // The old password's hash is useless once the password reset can no longer be undone.
  await deleteInParts(
    db,
    sql`delete from password_resets where id in (select id from password_resets where expires_at < ${now} limit ${SWEPT_ROWS})`,
  )
  await sweepEmailChanges(db, now)
  await sweepFailedLogins(db, now)
  await deleteInParts(
    db,
    sql`
    delete from users where id in (
      select id from users where email_verified_at is null and created_at < ${unverifiedBefore} limit ${SWEPT_ROWS})
      and email_verified_at is null`,
  )
}
