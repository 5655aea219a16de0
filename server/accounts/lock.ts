import { LOGIN_LOCK, RESET_CODE } from '#contract/accounts/limits.ts'
import { LINE } from '#contract/line/endpoints.ts'
import { type Db, sql, type Sql, type Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { knownDevice, type Visitor } from '../http/visitor.ts'
import { accountKey } from './tokens.ts'

/**
 * Failures with the same source count together: one account from one device it knows, or from one network
 * (C4).
 */
export type Source = { account: Buffer; source: string; known: boolean; ceiling: string }

/** The counter key for wrong reset codes of an account. */
export const codesKey = (account: Buffer) => `codes ${account.toString('base64url')}`
const ceilingOf = (account: Buffer) => `login ${account.toString('base64url')}`

export const sourceOf = ({ secrets }: Deps, visitor: Visitor, email: string): Source => {
  const account = accountKey(secrets, email)
  const device = knownDevice(secrets, visitor, account.toString('base64url'))
  return {
    account,
    source: device ? `device ${device}` : `network ${visitor.site}`,
    known: device !== undefined,
    ceiling: ceilingOf(account),
  }
}

export type Account = {
  /** Failures from this source that still count. */
  failures: number
  locked_until: Date | null
  /** Failures from other networks within the lock's window of a quarter of an hour. */
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
  /**
   * True for an unsent application to a job that is open or closed less than `LINE.firstMs` ago. Looked up
   * only on request.
   */
  has_draft: boolean
}

const windowStart = (now: Date) => new Date(now.getTime() - LOGIN_LOCK.minutes * 60_000)

/**
 * The account of an address, if there is one, with the failures and locks that apply to this source. Writes
 * nothing.
 */
async function findAccount(
  db: Db,
  { account, source, ceiling }: Source,
  email: string,
  now: Date,
  withDraft: boolean,
): Promise<Account> {
  const row = await db.row<Account>(sql`
    select coalesce(against.failures, 0) as failures, against.locked_until, (
        select coalesce(sum(failures), 0) from login_failures
        where account = ${account} and source <> ${source} and source like 'network %' and (since > ${windowStart(now)} or locked_until > ${now})) as elsewhere,
      coalesce(counters.count, 0) as ceiling, counters.window_ends as ceiling_ends,
      users.id, users.email, users.password_hash, users.first_name, users.last_name, users.email_verified_at,
      users.security_question is not null as has_question,
      ${withDraft}::boolean and exists (
        select from job_applications it join jobs on jobs.id = it.job_id
        where it.user_id = users.id and not it.is_completed and (jobs.expiry_date is null or jobs.expiry_date > ${new Date(now.getTime() - LINE.firstMs)})) as has_draft
    from (values (1)) as one
    left join login_failures as against on against.account = ${account} and against.source = ${source}
      and (against.locked_until > ${now} or (against.locked_until is null and against.since > ${windowStart(now)}))
    left join users on users.email = ${email}
    left join counters on counters.key = ${ceiling} and counters.window_ends > ${now}`)
  if (!row) throw refuse('failed')
  return row
}

// The fifth failure sets the lock. After a lock has ended, the count starts again (A8).
const countFailure = (db: Db, { account, source }: Source, now: Date) => {
  const lockUntil = new Date(now.getTime() + LOGIN_LOCK.minutes * 60_000)
  return db.run(sql`
    insert into login_failures as it (account, source, failures, since) values (${account}, ${source}, 1, ${now})
    on conflict (account, source) do update set
      failures = case when it.locked_until <= ${now} or (it.locked_until is null and it.since <= ${windowStart(now)}) then 1
        else least(it.failures + 1, ${LOGIN_LOCK.failures}) end,
      since = case when it.locked_until <= ${now} or (it.locked_until is null and it.since <= ${windowStart(now)}) then ${now} else it.since end,
      locked_until = case when it.locked_until <= ${now} then null
        when it.locked_until is null and it.failures + 1 = ${LOGIN_LOCK.failures} and it.since > ${windowStart(now)} then ${lockUntil}::timestamptz
        else it.locked_until end`)
}

/**
 * Login tries in progress at one account: their number, the sources of those being checked, and the last
 * queued statement.
 */
type Door = { visitors: number; inHand: string[]; last: Promise<unknown> }
const doors = new Map<string, Door>()

// Serialise reads and counts of one account: a try is either in `inHand` or in the table, never in both or
// neither.
const inTurn = <Result>(door: Door, work: () => Promise<Result>): Promise<Result> => {
  const mine = door.last.then(work, work)
  door.last = mine
  return mine
}

/**
 * A try to log in. `tries` counts failures and tries in progress from this source, with this try;
 * `elsewhere`, from other networks.
 */
export type Attempt = { account: Account; tries: number; elsewhere: number }

/**
 * Runs one try to log in. Each try sees all tries before it, also those at the same time: of fifty wrong
 * ones, five are checked (T3).
 * When `check` returns undefined, the password was wrong and the failure is counted. A try that throws does
 * not count. A try with the right password costs the database one read.
 */
export async function attempt<Result>(
  db: Db,
  {
    source,
    email,
    now,
    withDraft = false,
  }: { source: Source; email: string; now: Date; withDraft?: boolean },
  check: (attempt: Attempt) => Promise<Result | undefined>,
) {
  const door = doors.get(source.ceiling) ?? { visitors: 0, inHand: [], last: Promise.resolve() }
  doors.set(source.ceiling, door)
  door.visitors++
  let inHand = false
  try {
    const found = await inTurn(door, async () => {
      const account = await findAccount(db, source, email, now, withDraft)
      const others = door.inHand.filter(
        (other) => other !== source.source && other.startsWith('network '),
      ).length
      inHand = door.inHand.push(source.source) > 0
      const mine = door.inHand.filter((other) => other === source.source).length
      return { account, tries: account.failures + mine, elsewhere: account.elsewhere + others }
    })
    const result = await check(found)
    if (result === undefined) await inTurn(door, () => countFailure(db, source, now))
    return result
  } finally {
    if (inHand) door.inHand.splice(door.inHand.indexOf(source.source), 1)
    if (--door.visitors === 0) doors.delete(source.ceiling)
  }
}

/**
 * Deletes the failures of this source after the right password. For use inside the statement that opens the
 * session.
 */
export const forgetting = ({ account, source }: Source): Sql =>
  sql`delete from login_failures where account = ${account} and source = ${source}`

/** After a reset, deletes the account's locks from all sources and its daily limits. */
export const forgettingAll = (account: Buffer): Sql => sql`
  with counted as (delete from counters where key in (${ceilingOf(account)}, ${codesKey(account)}))
  delete from login_failures where account = ${account}`

/**
 * The locks on an account: `places` sources are locked, the last one until `until`. Until `ceiling_until`,
 * the daily limit locks out devices that are new to the account, at the login or with a code.
 */
export const locksOn = (tx: Tx, account: Buffer, now: Date) =>
  tx.row<{ places: number; until: Date | null; ceiling_until: Date | null }>(sql`
    select count(*)::int as places, max(locked_until) as until, (
      select max(window_ends) from counters where window_ends > ${now}
        and ((key = ${ceilingOf(account)} and count >= ${LOGIN_LOCK.ceilingPerDay}) or (key = ${codesKey(account)} and count >= ${RESET_CODE.perDay}))) as ceiling_until
    from login_failures where account = ${account} and locked_until > ${now}`)
