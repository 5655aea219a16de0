import type { Db } from '../database/connect.ts'
import type { Refusal } from './refuse.ts'
import { clearCounter, uncount, uncountOnFailure, secondsUntil, countInWindow } from './counters.ts'

/**
 * Keys that count attempts at a secret: by source and window, and by account and day. A `known` source is not
 * counted by account.
 */
export type AttemptKeys = { account: string; source: string; known: boolean }
type Lock = { failures: number; minutes: number; ceilingPerDay: number }

/**
 * Runs `check` for one attempt at a secret, counted before it is checked. After too many wrong attempts, of
 * one source in a window or of all sources in a day, throws what `locked` returns. A known source has only
 * its own counter, so no stranger's attempts lock it out. A right attempt clears its source.
 */
export async function limitAttempts<Result>(
  db: Db,
  { account, source, known }: AttemptKeys,
  lock: Lock,
  now: Date,
  locked: (retryAfter: number) => Refusal,
  check: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const mine = await countInWindow(db, source, lock.minutes * 60, now)
  if (mine.count > lock.failures) throw locked(secondsUntil(mine.windowEnds, now))
  // Only attempts that are checked count for the day: one source alone cannot reach the ceiling with refused
  // attempts.
  const all = known ? undefined : await countInWindow(db, account, 86_400, now)
  const giveBack = async () => {
    await uncount(db, source)
    if (all) await uncount(db, account)
  }
  if (all && all.count > lock.ceilingPerDay) {
    await giveBack()
    throw locked(secondsUntil(all.windowEnds, now))
  }
  const result = await uncountOnFailure(check(), giveBack)
  if (result !== undefined) {
    await clearCounter(db, source)
    if (all) await uncount(db, account)
  }
  return result
}
