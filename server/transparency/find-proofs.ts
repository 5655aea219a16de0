import type { Tx } from '../database/connect.ts'
import { findLeafIndexes, minuteProofs } from './minute-tree.ts'
import { findHashes, findMinutes } from './ticket-minutes-store.ts'

const MINUTE_MS = 60_000
/** A ticket is issued after the body was read. That may be this much later than the start of the request. */
export const MAX_ISSUE_DELAY_MS = 60 * MINUTE_MS

type UsedTicket = { hash: Buffer; received_at: Date }
/** The ticket's hash is leaf number `leaf` of the `leaves` hashes of its minute, whose root is in the log. */
type TicketProof = { leaf: number; leaves: number; proof: Buffer }

/** Whether a ticket can have been issued in the minute that starts at `minute`. */
function isPossibleMinute(minute: Date, { received_at }: UsedTicket): boolean {
  // The minute in which a request came starts up to a minute before it.
  const afterMs = minute.getTime() - received_at.getTime()
  return afterMs >= -MINUTE_MS && afterMs < MAX_ISSUE_DELAY_MS
}

/**
 * Finds used tickets in the minutes that are written, and proves them. A ticket that is in none of them is
 * left out.
 */
export async function* findProofs<Use extends UsedTicket>(
  db: Tx,
  uses: readonly Use[],
): AsyncGenerator<{ use: Use; ticketProof: TicketProof }> {
  const unproven = new Set(uses)
  if (unproven.size === 0) return
  const receivedMs = uses.map(({ received_at }) => received_at.getTime())
  const from = new Date(Math.min(...receivedMs) - MINUTE_MS)
  const until = new Date(Math.max(...receivedMs) + MAX_ISSUE_DELAY_MS)
  for (const { node, sequence, minute } of await findMinutes(db, from, until)) {
    const wanted = [...unproven].filter((use) => isPossibleMinute(minute, use))
    if (wanted.length === 0) continue
    const hashes = await findHashes(db, node, sequence)
    if (!hashes) continue
    const leafIndexes = findLeafIndexes(
      hashes,
      wanted.map(({ hash }) => hash),
    )
    if (leafIndexes.size === 0) continue
    const prove = await minuteProofs(hashes)
    for (const use of wanted) {
      const leaf = leafIndexes.get(use.hash.toString('latin1'))
      if (leaf === undefined) continue
      yield { use, ticketProof: await prove(leaf) }
      unproven.delete(use)
    }
  }
}
