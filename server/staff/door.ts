import { STAFF } from '#contract/limits.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { clearTally, giveBackTally, judging, secondsUntil, tally } from '../http/tally.ts'
import { knownDevice, rememberDevice, type Visitor } from '../http/visitor.ts'

/** Whose tries at a door are counted together: what is tried, and whether this device has opened it before (C4). */
export type Door = { account: string; source: string; known: boolean }

// The same for an address that nobody has: the door does not tell (T1).
export const keyOf = ({ secrets }: Deps, email: string) => secrets.hmac('staff-account', email).toString('base64url').slice(0, 22)

// The cookie holds applicants' accounts too, under keys of another make.
const markOf = (key: string) => `staff ${key}`

/** A door of an account, `key` by its address: its password, or its second factor. */
export function doorOf(deps: Deps, visitor: Visitor, key: string, half: 'password' | 'second'): Door {
  const device = knownDevice(deps.secrets, visitor, markOf(key))
  const account = half === 'second' ? `staff second ${key}` : `staff ${key}`
  return { account, source: `${account} ${device ? `device ${device}` : visitor.network}`, known: device !== undefined }
}

/** From here on strangers who try this account's doors do not shut this device out (C4). */
export const rememberOfficer = (deps: Deps, visitor: Visitor, key: string) => rememberDevice(deps.secrets, visitor, markOf(key))

/**
 * One try at a password or a code, counted before it is judged: five wrong ones of an account from one network in a quarter
 * of an hour, and fifty a day from all networks together; then `locked`. A device that has signed in before counts for
 * itself, and no stranger's tries close the door to it. A right one clears its source.
 */
export async function tryDoor<Result>(deps: Deps, { account, source, known }: Door, judge: () => Promise<Result | undefined>): Promise<Result | undefined> {
  const now = deps.now()
  const mine = await tally(deps.db, source, STAFF.lock.minutes * 60, now)
  if (mine.count > STAFF.lock.failures) throw refuse('locked', { retryAfter: secondsUntil(mine.windowEnds, now) })
  // Only what is judged counts for the day: one network alone does not reach the ceiling with tries that were refused.
  const all = known ? undefined : await tally(deps.db, account, 86_400, now)
  const giveBack = async () => {
    await giveBackTally(deps.db, source)
    if (all) await giveBackTally(deps.db, account)
  }
  if (all && all.count > STAFF.lock.ceilingPerDay) {
    await giveBack()
    throw refuse('locked', { retryAfter: secondsUntil(all.windowEnds, now) })
  }
  const result = await judging(judge(), giveBack)
  if (result !== undefined) {
    await clearTally(deps.db, source)
    if (all) await giveBackTally(deps.db, account)
  }
  return result
}
