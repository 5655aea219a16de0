import { LOOK_UP_ALARM } from '#contract/limits.ts'
import type { Deps } from '../deps.ts'
import { tally } from '../http/tally.ts'

/** T2: counts a call whose answer tells whether there is an account, portal-wide. Too many in a while are one warning to the operator. */
export async function countLookUpOfAccount(deps: Deps): Promise<void> {
  const { count } = await tally(deps.db, 'look-ups of accounts', LOOK_UP_ALARM.minutes * 60, deps.now())
  if (count === LOOK_UP_ALARM.lookUps) deps.log('warn', 'account.many_look_ups', { count })
}
