import { LOGIN_LOCK } from '#contract/limits.ts'
import { type Db, sql, type Sql } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { knownDevice, type Visitor } from '../http/visitor.ts'
import { accountKey } from './tokens.ts'

/** Whose failures count together: one account from one device it knows, or from one network (C4). */
export type Source = { account: Buffer; source: string; known: boolean; ceiling: string }

const ceilingOf = (account: Buffer) => `login ${account.toString('base64url')}`

export const sourceOf = ({ secrets }: Deps, visitor: Visitor, email: string): Source => {
  const account = accountKey(secrets, email)
  const device = knownDevice(secrets, visitor, account.toString('base64url'))
  return {
    account,
    source: device ? `device ${device}` : `network ${visitor.network}`,
    known: device !== undefined,
    ceiling: ceilingOf(account),
  }
}

export type Attempt = {
  failures: number
  locked_until: Date | null
  /** Failures of the account from other networks within the lock's quarter of an hour. */
  elsewhere: number
  ceiling: number
  ceiling_ends: Date | null
  id: number | null
  email: string
  password_hash: string | null
  first_name: string
  last_name: string
  email_verified_at: Date | null
  has_question: boolean
}

const counting = new Map<string, Promise<unknown>>()

// Tries at one account are counted one after the other: of fifty networks at once each sees those before it (T3).
async function inTurn<Result>(key: string, count: () => Promise<Result>): Promise<Result> {
  const before = counting.get(key)
  const mine = before ? before.then(count, count) : count()
  counting.set(key, mine)
  try {
    return await mine
  } finally {
    if (counting.get(key) === mine) counting.delete(key)
  }
}

/**
 * Counts a try to sign in before it is judged (so that fifty at once are still five), and reads the account beside it.
 * The fifth sets the lock; a sixth finds it. A lock that has run out starts the count anew (A8).
 */
export const countAttempt = (db: Db, { account, source, ceiling }: Source, email: string, now: Date) => {
  const lockUntil = new Date(now.getTime() + LOGIN_LOCK.minutes * 60_000)
  const windowStart = new Date(now.getTime() - LOGIN_LOCK.minutes * 60_000)
  const query = sql`
    with attempt as (
      insert into login_failures as it (account, source, failures, since) values (${account}, ${source}, 1, ${now})
      on conflict (account, source) do update set
        failures = case when it.locked_until <= ${now} or (it.locked_until is null and it.since <= ${windowStart}) then 1
          else least(it.failures + 1, ${LOGIN_LOCK.failures + 1}) end,
        since = case when it.locked_until <= ${now} or (it.locked_until is null and it.since <= ${windowStart}) then ${now} else it.since end,
        locked_until = case when it.locked_until <= ${now} then null
          when it.locked_until is null and it.failures + 1 = ${LOGIN_LOCK.failures} and it.since > ${windowStart} then ${lockUntil}::timestamptz
          else it.locked_until end
      returning failures, locked_until)
    select attempt.failures, attempt.locked_until, (
        select coalesce(sum(failures), 0) from login_failures
        where account = ${account} and source <> ${source} and source like 'network %' and (since > ${windowStart} or locked_until > ${now})) as elsewhere,
      coalesce(tallies.count, 0) as ceiling, tallies.window_ends as ceiling_ends,
      users.id, users.email, users.password_hash, users.first_name, users.last_name, users.email_verified_at,
      users.security_question is not null as has_question
    from attempt
    left join users on users.email = ${email}
    left join tallies on tallies.key = ${ceiling} and tallies.window_ends > ${now}`
  return inTurn(ceiling, () => db.row<Attempt>(query))
}

/** A try that was never judged is no failure; the lock it may have set goes with it. */
export const giveBackAttempt = (db: Db, { account, source }: Source) =>
  db.run(sql`
    update login_failures set failures = least(failures, ${LOGIN_LOCK.failures}) - 1, locked_until = null
    where account = ${account} and source = ${source} and failures > 0`)

/** Forgets the failures of this source: the right password came. To stand inside the statement that opens the session. */
export const forgetting = ({ account, source }: Source): Sql => sql`delete from login_failures where account = ${account} and source = ${source}`

/** After a reset the account's owner starts clean, from wherever they come: the lock and the day's ceiling are gone. */
export const forgettingAll = (account: Buffer): Sql => sql`
  with counted as (delete from tallies where key = ${ceilingOf(account)})
  delete from login_failures where account = ${account}`
