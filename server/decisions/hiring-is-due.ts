import { DECISION_WORDS } from '#contract/staff/words.ts'
import type { Tx } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import { countInSelection, countUnchecked } from './entries-store.ts'

/**
 * Refuses a list that hires people too early. While a selection chooses among them, its result decides. When
 * it has chosen them, an officer must first accept their documents (selection#selection-hired).
 */
export async function assertHiringIsDue(tx: Tx, listId: number): Promise<void> {
  const waiting = await countInSelection(tx, listId)
  if (waiting > 0) throw refuse('conflict', { message: DECISION_WORDS.inSelection(waiting) })
  const unchecked = await countUnchecked(tx, listId)
  if (unchecked > 0) throw refuse('conflict', { message: DECISION_WORDS.unchecked(unchecked) })
}
