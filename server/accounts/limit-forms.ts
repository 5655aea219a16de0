import type { Deps } from '../deps.ts'
import { countInWindow, secondsUntil } from '../counters.ts'
import { refuse } from '../http/refuse.ts'
import type { Visitor } from '../http/visitor.ts'

/**
 * Limits the forms that pages without JavaScript send from one network. Each call counts one form. A
 * visitor's `site` is that network, or with IPv6 a larger block that may belong to one person.
 * @throws Refusal too_many when the network has sent more than `perNetwork` in `seconds`
 */
export async function limitForms(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  { site: network }: Visitor,
  kind: string,
  { perNetwork, seconds }: { perNetwork: number; seconds: number },
): Promise<void> {
  // The operator may multiply the limit by a factor, as for calls of the API.
  const { count, windowEnds } = await countInWindow(db, `plain ${kind} ${network}`, seconds, now())
  if (count > perNetwork * config.allowanceFactors.perNetwork)
    throw refuse('too_many', { retryAfter: secondsUntil(windowEnds, now()) })
}
