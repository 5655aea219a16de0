import type { Db } from '../database/connect.ts'
import type { Refusal } from './refuse.ts'
import { clearTally, giveBackTally, judging, secondsUntil, tally } from './tally.ts'

/** Whose tries at a secret are counted together: those of one source in a while, and those of all sources for the account's day unless the source is `known`. */
export type Door = { account: string; source: string; known: boolean }
type Lock = { failures: number; minutes: number; ceilingPerDay: number }

/**
 * One try at a secret, counted before it is judged: so many wrong ones of a source in a while, and so many a day of all sources
 * together; then what `locked` says. A known source counts for itself, and no stranger's tries close the door to it. A right one
 * clears its source.
 */
export async function tryDoor<Result>(
  db: Db,
  { account, source, known }: Door,
  lock: Lock,
  now: Date,
  locked: (retryAfter: number) => Refusal,
  judge: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const mine = await tally(db, source, lock.minutes * 60, now)
  if (mine.count > lock.failures) throw locked(secondsUntil(mine.windowEnds, now))
  // Only what is judged counts for the day: one source alone does not reach the ceiling with tries that were refused.
  const all = known ? undefined : await tally(db, account, 86_400, now)
  const giveBack = async () => {
    await giveBackTally(db, source)
    if (all) await giveBackTally(db, account)
  }
  if (all && all.count > lock.ceilingPerDay) {
    await giveBack()
    throw locked(secondsUntil(all.windowEnds, now))
  }
  const result = await judging(judge(), giveBack)
  if (result !== undefined) {
    await clearTally(db, source)
    if (all) await giveBackTally(db, account)
  }
  return result
}
