import { LOGIN_LOCK, RESET_CODE } from '#contract/limits.ts'
import { LINE } from '#contract/line/endpoints.ts'
import { type Db, sql, type Sql, type Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { knownDevice, type Visitor } from '../http/visitor.ts'
import { accountKey } from './tokens.ts'

/** Whose failures count together: one account from one device it knows, or from one network (C4). */
export type Source = { account: Buffer; source: string; known: boolean; ceiling: string }

/** Under which key the wrong reset codes of an account are counted. */
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
  /** Failures from this source that still count, and the lock they set. */
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
  /** An application that is begun and not sent, for a job that is open or closed within the grace of a ticket; looked up only when it is asked for. */
  has_draft: boolean
}

const windowStart = (now: Date) => new Date(now.getTime() - LOGIN_LOCK.minutes * 60_000)

/** The account of an address, if there is one, and what stands against signing in to it from this source. It writes nothing. */
async function findAccount(db: Db, { account, source, ceiling }: Source, email: string, now: Date, withDraft: boolean): Promise<Account> {
  const row = await db.row<Account>(sql`
    select coalesce(against.failures, 0) as failures, against.locked_until, (
        select coalesce(sum(failures), 0) from login_failures
        where account = ${account} and source <> ${source} and source like 'network %' and (since > ${windowStart(now)} or locked_until > ${now})) as elsewhere,
      coalesce(tallies.count, 0) as ceiling, tallies.window_ends as ceiling_ends,
      users.id, users.email, users.password_hash, users.first_name, users.last_name, users.email_verified_at,
      users.security_question is not null as has_question,
      ${withDraft}::boolean and exists (
        select from job_applications it join jobs on jobs.id = it.job_id
        where it.user_id = users.id and not it.is_completed and (jobs.expiry_date is null or jobs.expiry_date > ${new Date(now.getTime() - LINE.firstMs)})) as has_draft
    from (values (1)) as one
    left join login_failures as against on against.account = ${account} and against.source = ${source}
      and (against.locked_until > ${now} or (against.locked_until is null and against.since > ${windowStart(now)}))
    left join users on users.email = ${email}
    left join tallies on tallies.key = ${ceiling} and tallies.window_ends > ${now}`)
  if (!row) throw refuse('failed')
  return row
}

// The fifth failure sets the lock, and a lock that has run out starts the count anew (A8).
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

/** What is under way at one account: who is there, the sources of the tries that are being judged, and the last of the statements that take turns. */
type Door = { visitors: number; inHand: string[]; last: Promise<unknown> }
const doors = new Map<string, Door>()

// Looks and counts at one account take turns, so that a try is in hand or in the table, never in both and never in neither.
const inTurn = <Result>(door: Door, work: () => Promise<Result>): Promise<Result> => {
  const mine = door.last.then(work, work)
  door.last = mine
  return mine
}

/** A try, as it is judged: the account, and the failures that stand with those being judged and this one, from here and from other networks. */
export type Attempt = { account: Account; tries: number; elsewhere: number }

/**
 * A try to sign in. However many come at once, each is told of all those before it, so that of fifty wrong ones five are
 * judged (T3). When `judge` answers undefined the password was wrong, and that is counted. A try that throws was not judged and
 * does not count. One that is right has cost the database a look.
 */
export async function attempt<Result>(
  db: Db,
  { source, email, now, withDraft = false }: { source: Source; email: string; now: Date; withDraft?: boolean },
  judge: (attempt: Attempt) => Promise<Result | undefined>,
) {
  const door = doors.get(source.ceiling) ?? { visitors: 0, inHand: [], last: Promise.resolve() }
  doors.set(source.ceiling, door)
  door.visitors++
  let inHand = false
  try {
    const found = await inTurn(door, async () => {
      const account = await findAccount(db, source, email, now, withDraft)
      const others = door.inHand.filter((other) => other !== source.source && other.startsWith('network ')).length
      inHand = door.inHand.push(source.source) > 0
      const mine = door.inHand.filter((other) => other === source.source).length
      return { account, tries: account.failures + mine, elsewhere: account.elsewhere + others }
    })
    const result = await judge(found)
    if (result === undefined) await inTurn(door, () => countFailure(db, source, now))
    return result
  } finally {
    if (inHand) door.inHand.splice(door.inHand.indexOf(source.source), 1)
    if (--door.visitors === 0) doors.delete(source.ceiling)
  }
}

/** Forgets the failures of this source: the right password came. To stand inside the statement that opens the session. */
export const forgetting = ({ account, source }: Source): Sql => sql`delete from login_failures where account = ${account} and source = ${source}`

/** After a reset the account's owner starts clean, from wherever they come: the lock and the day's ceilings are gone. */
export const forgettingAll = (account: Buffer): Sql => sql`
  with counted as (delete from tallies where key in (${ceilingOf(account)}, ${codesKey(account)}))
  delete from login_failures where account = ${account}`

/** What shuts an account out: from how many places, until when the last of them is, and until when every place that is new to it, at the login or with a code. */
export const locksOn = (tx: Tx, account: Buffer, now: Date) =>
  tx.row<{ places: number; until: Date | null; ceiling_until: Date | null }>(sql`
    select count(*)::int as places, max(locked_until) as until, (
      select max(window_ends) from tallies where window_ends > ${now}
        and ((key = ${ceilingOf(account)} and count >= ${LOGIN_LOCK.ceilingPerDay}) or (key = ${codesKey(account)} and count >= ${RESET_CODE.perDay}))) as ceiling_until
    from login_failures where account = ${account} and locked_until > ${now}`)
