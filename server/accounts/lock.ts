import { LOGIN_LOCK, RESET_CODE } from '#contract/accounts/limits.ts'
import { LINE } from '#contract/line/line.ts'
import { type Db, sql, type Sql, type Tx } from '../database/connect.ts'
import { isOpenAt } from '../database/open-jobs.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { knownDevice, type Visitor } from '../http/visitor.ts'
import { type FailedLogin, insertFailedLogin } from './failed-logins.ts'
import { accountKey } from './tokens.ts'

/**
 * The address of a login, and where the login comes from: a device that the account knows, or a network.
 * Failed logins with the same `sourceKey` count together (C4). `addressKey` does not reveal the address.
 */
export type Source = { addressKey: Buffer; sourceKey: string; isKnownDevice: boolean; dayCounterKey: string }

/** The key of the counter for wrong reset codes at an account. */
export const codeTriesKey = (addressKey: Buffer) => `codes ${addressKey.toString('base64url')}`
const dayCounterKeyOf = (addressKey: Buffer) => `login ${addressKey.toString('base64url')}`

/** Where a login comes from: the visitor's device, if the account knows it, else the visitor's network. */
export const sourceOf = ({ secrets }: Deps, visitor: Visitor, email: string): Source => {
  const addressKey = accountKey(secrets, email)
  const device = knownDevice(secrets, visitor, addressKey.toString('base64url'))
  return {
    addressKey,
    // A visitor's `site` is a network, or with IPv6 a larger block that may belong to one person.
    sourceKey: device ? `device ${device}` : `network ${visitor.site}`,
    isKnownDevice: device !== undefined,
    dayCounterKey: dayCounterKeyOf(addressKey),
  }
}

export type Account = {
  /** How many failed logins from this source (device or network) still count. */
  failures: number
  /** Until when this source is locked out of the account; null without a lock. */
  locked_until: Date | null
  /** Failed logins from other networks in the last quarter of an hour, which is how long a lock lasts. */
  failures_elsewhere: number
  /** Failed logins of the day from all sources. They lock out only sources unknown to the account. */
  day_failures: number
  /** When the failed logins of the day are forgotten; null when there are none. */
  day_ends: Date | null
  /** The account's id; null when the address has none. The columns below are then null or false too. */
  id: number | null
  email: string
  password_hash: string | null
  first_name: string
  last_name: string
  email_verified_at: Date | null
  has_question: boolean
  /** Whether the account has a draft, as `hasDraft` says. Looked up only on request. */
  has_draft: boolean
}

/**
 * SQL that is true when a person of `users` has an unsent application to a job that is open, or whose
 * deadline passed less than `LINE.draftFirstMs` ago.
 */
export const hasDraft = (now: Date): Sql => sql`exists (
  select from job_applications application join jobs on jobs.id = application.job_id
  where application.user_id = users.id and (not application.is_completed or application.reopened_at is not null) and jobs.is_active and ${isOpenAt(new Date(now.getTime() - LINE.draftFirstMs))})`

const windowStart = (now: Date) => new Date(now.getTime() - LOGIN_LOCK.minutes * 60_000)

/**
 * Reads the account of an email address, with the failed logins and locks of this source. Writes nothing. An
 * unknown address gets a row too, because its failures count like those of a known one (T1). In the query,
 * `against` is the stored failures of this source, as long as they count.
 */
async function findAccount(
  db: Db,
  { addressKey, sourceKey, dayCounterKey }: Source,
  email: string,
  now: Date,
  { withDraft }: { withDraft: boolean },
): Promise<Account> {
  const row = await db.row<Account>(sql`
    select coalesce(against.failures, 0) as failures, against.locked_until, (
        select coalesce(sum(failures), 0) from login_failures
        where account = ${addressKey} and source <> ${sourceKey} and source like 'network %' and (since > ${windowStart(now)} or locked_until > ${now})) as failures_elsewhere,
      coalesce(counters.count, 0) as day_failures, counters.window_ends as day_ends,
      users.id, users.email, users.password_hash, users.first_name, users.last_name, users.email_verified_at,
      users.security_question is not null as has_question,
      ${withDraft}::boolean and ${hasDraft(now)} as has_draft
    from (values (1)) as one_row
    left join login_failures as against on against.account = ${addressKey} and against.source = ${sourceKey}
      and (against.locked_until > ${now} or (against.locked_until is null and against.since > ${windowStart(now)}))
    left join users on users.email = ${email}
    left join counters on counters.key = ${dayCounterKey} and counters.window_ends > ${now}`)
  if (!row) throw refuse('failed')
  return row
}

// Counts a failed login. The fifth one within a quarter of an hour locks its source (a device or network)
// out. When the lock has ended, or the first failure is older than that, the count restarts at 1 (A8). The
// same statement adds the failed login to the list that the account's owner sees.
const addFailure = (db: Db, { addressKey, sourceKey }: Source, failedLogin: FailedLogin, now: Date) => {
  const lockUntil = new Date(now.getTime() + LOGIN_LOCK.minutes * 60_000)
  const lockHasEnded = sql`stored.locked_until <= ${now}`
  const isOutOfDate = sql`(${lockHasEnded} or (stored.locked_until is null and stored.since <= ${windowStart(now)}))`
  return db.run(sql`
    with shown as (${insertFailedLogin(failedLogin, now)})
    insert into login_failures as stored (account, source, failures, since) values (${addressKey}, ${sourceKey}, 1, ${now})
    on conflict (account, source) do update set
      failures = case when ${isOutOfDate} then 1 else least(stored.failures + 1, ${LOGIN_LOCK.failures}) end,
      since = case when ${isOutOfDate} then ${now} else stored.since end,
      locked_until = case when ${lockHasEnded} then null
        when stored.locked_until is null and stored.failures + 1 = ${LOGIN_LOCK.failures} and stored.since > ${windowStart(now)} then ${lockUntil}::timestamptz
        else stored.locked_until end`)
}

/**
 * Login tries in progress at one account: how many, the source keys of those whose password is being checked,
 * and the last queued statement.
 */
type AccountTries = { running: number; sourcesInCheck: string[]; lastStatement: Promise<unknown> }
const triesByAccount = new Map<string, AccountTries>()

// Reads and counts of failed logins at one account run one after another. So each try is found exactly once:
// in `sourcesInCheck` while it runs, or in the table after it failed.
const runSerially = <Result>(inProgress: AccountTries, work: () => Promise<Result>): Promise<Result> => {
  // The work runs even if the statement before it failed. That error goes to the other caller only.
  const queued = inProgress.lastStatement.then(work, work)
  inProgress.lastStatement = queued
  return queued
}

/**
 * A try to log in. `tries` counts the failed tries and the tries in progress from this source, including this
 * one. `triesElsewhere` counts those from other networks.
 */
export type Attempt = { account: Account; tries: number; triesElsewhere: number }

/**
 * Runs one try to log in. It counts all earlier tries, also those still in progress: of fifty wrong passwords
 * sent at once, five are checked (T3). When `check` returns undefined, the password was wrong. That failure
 * is counted, and shown to the owner with the `device`. A try that throws does not count. A try with the
 * right password costs the database one read.
 */
export async function runLoginAttempt<Result>(
  db: Db,
  {
    source,
    email,
    device,
    now,
    withDraft = false,
  }: { source: Source; email: string; device: string; now: Date; withDraft?: boolean },
  check: (attempt: Attempt) => Promise<Result | undefined>,
) {
  const key = source.dayCounterKey
  const inProgress = triesByAccount.get(key) ?? {
    running: 0,
    sourcesInCheck: [],
    lastStatement: Promise.resolve(),
  }
  triesByAccount.set(key, inProgress)
  inProgress.running++
  let isInCheck = false
  try {
    const attempt = await runSerially(inProgress, async () => {
      const account = await findAccount(db, source, email, now, { withDraft })
      const othersInCheck = inProgress.sourcesInCheck.filter(
        (otherKey) => otherKey !== source.sourceKey && otherKey.startsWith('network '),
      ).length
      inProgress.sourcesInCheck.push(source.sourceKey)
      isInCheck = true
      const sameInCheck = inProgress.sourcesInCheck.filter((otherKey) => otherKey === source.sourceKey).length
      return {
        account,
        tries: account.failures + sameInCheck,
        triesElsewhere: account.failures_elsewhere + othersInCheck,
      }
    })
    const result = await check(attempt)
    const failedLogin = { userId: attempt.account.id, device }
    if (result === undefined) await runSerially(inProgress, () => addFailure(db, source, failedLogin, now))
    return result
  } finally {
    if (isInCheck) inProgress.sourcesInCheck.splice(inProgress.sourcesInCheck.indexOf(source.sourceKey), 1)
    inProgress.running--
    if (inProgress.running === 0) triesByAccount.delete(key)
  }
}

/**
 * After the right password, this SQL deletes the failed logins from the same source: a device or network. It
 * runs inside the statement that opens the session.
 */
export const deleteFailures = ({ addressKey, sourceKey }: Source): Sql =>
  sql`delete from login_failures where account = ${addressKey} and source = ${sourceKey}`

/** After a password reset, this SQL deletes the account's locks from all sources and its daily limits. */
export const deleteAllLocks = (addressKey: Buffer): Sql => sql`
  with counted as (
    delete from counters where key in (${dayCounterKeyOf(addressKey)}, ${codeTriesKey(addressKey)}))
  delete from login_failures where account = ${addressKey}`

/**
 * The locks on an account. `places` is how many sources are locked, the last of them until `until`. Until
 * `ceiling_until`, the daily limit stops devices that are new to the account, at the login or with a code.
 */
export const findLocks = (tx: Tx, addressKey: Buffer, now: Date) =>
  tx.row<{ places: number; until: Date | null; ceiling_until: Date | null }>(sql`
    select count(*)::int as places, max(locked_until) as until, (
      select max(window_ends) from counters where window_ends > ${now}
        and ((key = ${dayCounterKeyOf(addressKey)} and count >= ${LOGIN_LOCK.ceilingPerDay}) or (key = ${codeTriesKey(addressKey)} and count >= ${RESET_CODE.perDay}))) as ceiling_until
    from login_failures where account = ${addressKey} and locked_until > ${now}`)
