import { STAFF } from '#contract/limits.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { clearTally, giveBackTally, judging, secondsUntil, tally } from '../http/tally.ts'
import type { Visitor } from '../http/visitor.ts'

const keysOf = (account: string, { network }: Visitor) => ({ here: `staff ${account} ${network}`, everywhere: `staff ${account}` })

/**
 * One try at a password or a code, counted before it is judged: five wrong ones of an account from one network in a quarter
 * of an hour, and fifty a day from all together; then `locked`. A right one clears its network.
 */
export async function tryDoor<Result>(deps: Deps, account: string, visitor: Visitor, judge: () => Promise<Result | undefined>): Promise<Result | undefined> {
  const now = deps.now()
  const { here, everywhere } = keysOf(account, visitor)
  const mine = await tally(deps.db, here, STAFF.lock.minutes * 60, now)
  const all = await tally(deps.db, everywhere, 86_400, now)
  const over = mine.count > STAFF.lock.failures ? mine : all.count > STAFF.lock.ceilingPerDay ? all : undefined
  if (over) throw refuse('locked', { retryAfter: secondsUntil(over.windowEnds, now) })
  const giveBack = async () => {
    await giveBackTally(deps.db, here)
    await giveBackTally(deps.db, everywhere)
  }
  const result = await judging(judge(), giveBack)
  if (result !== undefined) {
    await clearTally(deps.db, here)
    await giveBackTally(deps.db, everywhere)
  }
  return result
}
