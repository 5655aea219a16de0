import { STAFF_FIGURES } from '#contract/figures-limits.ts'
import { refuse } from '../http/refuse.ts'
import type { Act } from '../http/serve.ts'
import { recordAct } from '../staff/record-act.ts'
import { countDead, reviveDead } from './letters-store.ts'
import { mayRetry } from './present.ts'

/** Promises letters anew that no mail server took, some at a time. Refuses `not_found` where there are none, `conflict` for those nobody waits for any more. */
export const retryLetters: Act<'POST /api/staff/letters/retry/'> = async (deps, { body: { topic, failure: error }, staff }) => {
  const now = deps.now()
  return deps.db.tx(async (tx) => {
    if (!mayRetry(topic)) throw refuse('conflict')
    const retried = await reviveDead(tx, { topic, error, most: STAFF_FIGURES.retried, now })
    if (retried === 0) throw refuse('not_found')
    await recordAct(tx, staff, { act: 'letters.retried', detail: { topic, error, count: retried } }, now)
    return { retried, left: await countDead(tx, topic, error) }
  })
}
