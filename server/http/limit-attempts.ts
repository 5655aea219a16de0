import type { Db } from '../database/connect.ts'
import type { Refusal } from './refuse.ts'
import { clearCounter, uncount, uncountOnFailure, secondsUntil, countInWindow } from '../counters.ts'

/**
 * Keys under which attempts at a secret, such as a password, are counted. `source` counts them for each
 * source and window, `account` for each account and day. `known` means that the account has logged in from
 * this source before. Attempts from there do not count for the account.
 */
export type AttemptKeys = { account: string; source: string; known: boolean }
const SECONDS_PER_DAY = 86_400

/**
 * How many wrong attempts are allowed: `failures` by one source in a window of `minutes`, and `ceilingPerDay`
 * by all sources in a day.
 */
type AttemptLimits = { failures: number; minutes: number; ceilingPerDay: number }

/**
 * Runs `check` for one attempt at a secret, which is counted first. Like `check`, it resolves to undefined
 * for a wrong attempt. It throws what `refuseLocked` returns after too many wrong attempts, of one source in
 * a window or of all sources in a day. A known source has only its own counter, so no stranger's attempts
 * lock it out. A right attempt resets its source's counter and does not count for the day.
 */
export async function limitAttempts<Result>(
  db: Db,
  { account, source, known }: AttemptKeys,
  limits: AttemptLimits,
  now: Date,
  refuseLocked: (retryAfterSeconds: number) => Refusal,
  check: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const bySource = await countInWindow(db, source, limits.minutes * 60, now)
  if (bySource.count > limits.failures) throw refuseLocked(secondsUntil(bySource.windowEnds, now))
  // Refused attempts do not count for the day. So one source alone cannot use up the day's limit.
  const inDay = known ? undefined : await countInWindow(db, account, SECONDS_PER_DAY, now)
  const giveBack = async () => {
    await uncount(db, source)
    if (inDay) await uncount(db, account)
  }
  if (inDay && inDay.count > limits.ceilingPerDay) {
    await giveBack()
    throw refuseLocked(secondsUntil(inDay.windowEnds, now))
  }
  const result = await uncountOnFailure(check(), giveBack)
  if (result !== undefined) {
    await clearCounter(db, source)
    if (inDay) await uncount(db, account)
  }
  return result
}
