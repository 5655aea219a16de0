import type { Db } from '../database/connect.ts'
import type { Refusal } from './refuse.ts'
import { clearCounter, uncount, uncountOnFailure, secondsUntil, countInWindow } from './counters.ts'

/** Whose tries at a secret are counted together: those of one source in a while, and those of all sources for the account's day unless the source is `known`. */
export type AttemptKeys = { account: string; source: string; known: boolean }
type Lock = { failures: number; minutes: number; ceilingPerDay: number }

/**
 * One try at a secret, counted before it is judged: so many wrong ones of a source in a while, and so many a day of all sources
 * together; then what `locked` says. A known source counts for itself, and no stranger's tries close the door to it. A right one
 * clears its source.
 */
export async function limitAttempts<Result>(
  db: Db,
  { account, source, known }: AttemptKeys,
  lock: Lock,
  now: Date,
  locked: (retryAfter: number) => Refusal,
  judge: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const mine = await countInWindow(db, source, lock.minutes * 60, now)
  if (mine.count > lock.failures) throw locked(secondsUntil(mine.windowEnds, now))
  // Only what is judged counts for the day: one source alone does not reach the ceiling with tries that were refused.
  const all = known ? undefined : await countInWindow(db, account, 86_400, now)
  const giveBack = async () => {
    await uncount(db, source)
    if (all) await uncount(db, account)
  }
  if (all && all.count > lock.ceilingPerDay) {
    await giveBack()
    throw locked(secondsUntil(all.windowEnds, now))
  }
  const result = await uncountOnFailure(judge(), giveBack)
  if (result !== undefined) {
    await clearCounter(db, source)
    if (all) await uncount(db, account)
  }
  return result
}
