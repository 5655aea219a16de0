import type { Deps } from '../deps.ts'
import { countInWindow, secondsUntil } from '../http/counters.ts'
import { refuse } from '../http/refuse.ts'
import type { Visitor } from '../http/visitor.ts'

/** Counts a form of a page without script for its network. @throws Refusal too_many */
export async function countForm(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  { site }: Visitor,
  kind: string,
  { perNetwork, seconds }: { perNetwork: number; seconds: number },
): Promise<void> {
  const { count, windowEnds } = await countInWindow(db, `plain ${kind} ${site}`, seconds, now())
  if (count > perNetwork * config.allowanceFactors.perNetwork)
    throw refuse('too_many', { retryAfter: secondsUntil(windowEnds, now()) })
}
