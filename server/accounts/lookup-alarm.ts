import { LOOKUP_ALARM } from './limits.ts'
import type { Deps } from '../deps.ts'
import { countInWindow } from '../counters.ts'

/**
 * Counts, portal-wide, each answer that shows whether an account exists (T2). If there are too many in one
 * window, one warning is logged for the operator.
 */
export async function countAccountLookup(deps: Deps): Promise<void> {
  const { count } = await countInWindow(
    deps.db,
    'look-ups of accounts',
    LOOKUP_ALARM.windowMinutes * 60,
    deps.now(),
  )
  if (count === LOOKUP_ALARM.calls) deps.log('warn', 'account.many_look_ups', { count })
}
