import { FAILED_LOGINS } from '#contract/accounts/limits.ts'
import { SESSION_WORDS } from '#contract/accounts/session-words.ts'
import { type Db, sql, type Sql } from '../database/connect.ts'
import type { Handler } from '../endpoints/serve.ts'

const DAY_MS = 86_400_000
const SWEPT_ROWS = 1_000
const storedSince = (now: Date) => new Date(now.getTime() - FAILED_LOGINS.storedDays * DAY_MS)

/** A failed login: the account that was tried, or null if the address has none, and the device in words. */
export type FailedLogin = { userId: number | null; device: string }

/**
 * Adds a failed login, also for an address without an account. So the time of the answer does not reveal
 * whether the account exists (T1). If the account was deleted while its password was checked, the failed
 * login gets no account. `for key share` waits for a deletion that is not finished.
 */
export const insertFailedLogin = ({ userId, device }: FailedLogin, now: Date): Sql => sql`
  insert into failed_logins (user_id, device, failed_at)
  values ((select id from users where id = ${userId}::bigint for key share), ${device}::text, ${now}::timestamptz)`

type FailedLoginRow = { device: string; failed_at: Date }
const findFailedLogins = (db: Db, userId: number, now: Date) =>
  db.rows<FailedLoginRow>(sql`
    select device, failed_at from failed_logins where user_id = ${userId} and failed_at > ${storedSince(now)}
    order by failed_at desc, id desc limit ${FAILED_LOGINS.listed}`)

/** Lists failed logins. Only the account's owner sees when a wrong password was typed, in which browser. */
export const listFailedLogins: Handler<'GET /api/failed-logins/'> = async (deps, { applicant }) => ({
  results: (await findFailedLogins(deps.db, applicant.userId, deps.now())).map(({ device, failed_at }) => ({
    failed_at: failed_at.toISOString(),
    device: device || SESSION_WORDS.unknownDevice,
  })),
})

/**
 * Deletes all failed logins that are too old or that no owner can see, as housekeeping. Under an attack each
 * guess adds a row.
 */
export async function sweepFailedLogins(db: Db, now: Date): Promise<void> {
  let deleted: number
  do {
    deleted = await db.run(sql`
      delete from failed_logins where id in (
        select id from failed_logins where user_id is null or failed_at <= ${storedSince(now)} limit ${SWEPT_ROWS})`)
  } while (deleted === SWEPT_ROWS)
}
