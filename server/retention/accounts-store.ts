import { type Db, sql, type Sql, type Tx } from '../database/connect.ts'
import { emailsInsert, PRIORITY } from '../outbox/enqueue-email.ts'
import type { Part } from './sweeps-store.ts'

/** To fill a part of `limit` accounts to notify, the search reads `limit` times this many accounts. */
const LOOKED_AT = 10

const daysBefore = (now: Date, days: number): Sql =>
  sql`${now}::timestamptz - ${days}::integer * interval '1 day'`
const lastUse = sql`coalesce(users.last_login_at, users.created_at)`
/** SQL condition: the user has no application, or every application of the user is erased. */
const hasNoApplications = sql`not exists (
  select from job_applications where job_applications.user_id = users.id and job_applications.erased_at is null)`

/** The account id at which the search for unused accounts continues; 0 starts from the first account. */
export type Cursor = { after: number }

/**
 * Sends one email to each person whose account has been unused for long, `account_notice` days before it may
 * be deleted. It reads accounts in the order of their ids, a limited number for each call, so login times
 * need no index. As a sweep, it returns `limit` while accounts remain, and 0 after the last one.
 */
export async function notifyUnused(db: Db, { periods, now, limit }: Part, cursor: Cursor): Promise<number> {
  const maxLookedAt = limit * LOOKED_AT
  const { after } = cursor
  const row = await db.row<{ last: number | null; count: number }>(sql`
    select max(id) as last, count(*)::int as count from (select id from users where id > ${after} order by id limit ${maxLookedAt}) part`)
  // `last` is null when no account has a larger id. Then the search starts again from the first account.
  // `row` is never undefined, because `max` gives one row even for no accounts. Only the type allows it.
  if (row?.last === null || row === undefined) {
    cursor.after = 0
    return 0
  }
  // An email is queued only for accounts that this statement adds to `unused_accounts`.
  await db.run(sql`
    with found as (
      insert into unused_accounts (user_id, notified_at)
      select users.id, ${now}::timestamptz from users
      where users.id > ${after} and users.id <= ${row.last} and users.email_verified_at is not null
        and ${lastUse} <= ${daysBefore(now, periods.accounts - periods.account_notice)} and ${hasNoApplications}
      on conflict (user_id) do nothing returning user_id)
    ${emailsInsert({
      topic: 'retention.account-unused',
      from: sql`found`,
      payload: sql`jsonb_build_object('userId', found.user_id)`,
      now,
      priority: PRIORITY.bulk,
    })}`)
  const wasLastPart = row.count < maxLookedAt
  cursor.after = wasLastPart ? 0 : row.last
  return wasLastPart ? 0 : limit
}

/** Removes people from `unused_accounts` when they have logged in or applied since their email. */
export const forgetUsed = (tx: Tx, { limit }: Part) =>
  tx.run(sql`
    delete from unused_accounts where user_id in (
      select user_id from unused_accounts join users on users.id = user_id
      where ${lastUse} > notified_at or not ${hasNoApplications} limit ${limit})`)

/**
 * SQL condition on `unused_accounts` joined with `users`: the account was unused too long, so it is deleted.
 */
const isDue = ({ periods, now }: Part): Sql => sql`
  notified_at <= ${daysBefore(now, periods.account_notice)} and ${lastUse} <= notified_at
  and ${lastUse} <= ${daysBefore(now, periods.accounts)} and ${hasNoApplications}`

export const findDueAccounts = async (tx: Tx, part: Part): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(sql`
      select users.id from unused_accounts join users on users.id = user_id where ${isDue(part)} limit ${part.limit}`)
  ).map(({ id }) => id)

/** Locks an unused account to delete it. False when its person came back or another process locked it. */
export const lockDueAccount = async (tx: Tx, userId: number, part: Part): Promise<boolean> =>
  (await tx.row(sql`
    select users.id from unused_accounts join users on users.id = user_id
    where users.id = ${userId} and ${isDue(part)} for update of users skip locked`)) !== undefined

/** The values that the email about an unused account needs; undefined when the person has logged in since. */
export const findUnused = (tx: Tx, userId: number) =>
  tx.row<{ email: string; language: 'en' | 'sw'; notified_at: Date }>(sql`
    select email, language, notified_at from unused_accounts join users on users.id = user_id
    where user_id = ${userId} and ${lastUse} <= notified_at`)
