import { type Db, sql, type Sql, type Tx } from '../database/connect.ts'
import { emailsInsert, PRIORITY } from '../outbox/enqueue-email.ts'
import type { Part } from './sweeps-store.ts'

/** For each account that a part may find, it looks at this many. */
const LOOKED_AT = 10

const daysBefore = (now: Date, days: number): Sql =>
  sql`${now}::timestamptz - ${days}::integer * interval '1 day'`
const lastUse = sql`coalesce(users.last_login_at, users.created_at)`
/** An account stays as long as an application of it that is not erased. */
const hasNothing = sql`not exists (
  select from job_applications where job_applications.user_id = users.id and job_applications.erased_at is null)`

/** Where the search for unused accounts is: a pass continues where the last one ended. */
export type Cursor = { after: number }

/**
 * Notifies people whose account no one has used for long, each once, `account_notice` days before it may be
 * deleted. Looks at accounts by id, a bounded number in a part, so that no index of logins is needed. Returns
 * `limit` while accounts remain, so that the pass continues, and 0 after the last one.
 */
export async function notifyUnused(db: Db, { periods, now, limit }: Part, cursor: Cursor): Promise<number> {
  const maxLookedAt = limit * LOOKED_AT
  const { after } = cursor
  const row = await db.row<{ last: number | null; count: number }>(sql`
    select max(id) as last, count(*)::int as count from (select id from users where id > ${after} order by id limit ${maxLookedAt}) part`)
  // Null: no account has a larger id, so the search starts again at the next pass.
  if (row?.last === null || row === undefined) {
    cursor.after = 0
    return 0
  }
  await db.run(sql`
    with found as (
      insert into unused_accounts (user_id, notified_at)
      select users.id, ${now}::timestamptz from users
      where users.id > ${after} and users.id <= ${row.last} and users.email_verified_at is not null
        and ${lastUse} <= ${daysBefore(now, periods.accounts - periods.account_notice)} and ${hasNothing}
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

/** Removes people from the notified ones when they have logged in or applied since. */
export const forgetUsed = (tx: Tx, { limit }: Part) =>
  tx.run(sql`
    delete from unused_accounts where user_id in (
      select user_id from unused_accounts join users on users.id = user_id
      where ${lastUse} > notified_at or not ${hasNothing} limit ${limit})`)

/** SQL condition on `unused_accounts` joined with `users`: the account's time is over, so it is deleted. */
const isOver = ({ periods, now }: Part): Sql => sql`
  notified_at <= ${daysBefore(now, periods.account_notice)} and ${lastUse} <= notified_at
  and ${lastUse} <= ${daysBefore(now, periods.accounts)} and ${hasNothing}`

export const findOver = async (tx: Tx, part: Part): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(sql`
      select users.id from unused_accounts join users on users.id = user_id where ${isOver(part)} limit ${part.limit}`)
  ).map(({ id }) => id)

/** Locks an account. False when its person came back in the meantime, or another process has it locked. */
export const lockOver = async (tx: Tx, userId: number, part: Part): Promise<boolean> =>
  (await tx.row(sql`
    select users.id from unused_accounts join users on users.id = user_id
    where users.id = ${userId} and ${isOver(part)} for update of users skip locked`)) !== undefined

/** What the email about an unused account needs; undefined once the person has logged in. */
export const findUnused = (tx: Tx, userId: number) =>
  tx.row<{ email: string; language: 'en' | 'sw'; notified_at: Date }>(sql`
    select email, language, notified_at from unused_accounts join users on users.id = user_id
    where user_id = ${userId} and ${lastUse} <= notified_at`)
