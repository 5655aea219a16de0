import { SESSION } from '#contract/accounts/session-limits.ts'
import { TICKET } from '#contract/tickets/tickets.ts'
import type { Deps } from '../deps.ts'
import { findLeafIndexes, minuteProofs } from '../transparency/minute-tree.ts'
import {
  findHashes,
  findMinutes,
  storeProof,
  sweepMinutes,
  type UnprovenUse,
  findUnproven,
} from './minutes-store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/**
 * Housekeeping may run this much too late. Until then the token of an ended session still leads to its owner.
 */
const HOUSEKEEPING_LATE_MS = 3 * HOUR_MS
/** How long a ticket can be used: while its session lasts, and for `deadTokenHours` after that. */
export const USABLE_MS = SESSION.absoluteMs + TICKET.deadTokenHours * HOUR_MS + HOUSEKEEPING_LATE_MS
/** A ticket is issued after the body was read. That may be this much later than the start of the request. */
const MAX_ISSUE_DELAY_MS = HOUR_MS
const BATCH_SIZE = 1_000

/**
 * Stores the proofs of used tickets: each ticket is a leaf of a minute whose root is in the public log. It
 * searches the minutes in which the tickets can have been issued.
 */
async function proveBatch({ db }: Pick<Deps, 'db'>, uses: UnprovenUse[]): Promise<void> {
  const [firstUse, lastUse] = [uses[0], uses.at(-1)]
  if (!firstUse || !lastUse) return
  const unproven = new Set(uses)
  // A minute is found by its start, which may be a minute before the ticket was issued.
  const from = new Date(firstUse.received_at.getTime() - MINUTE_MS)
  for (const { node, sequence } of await findMinutes(
    db,
    from,
    new Date(lastUse.received_at.getTime() + MAX_ISSUE_DELAY_MS),
  )) {
    if (unproven.size === 0) return
    const hashes = await findHashes(db, node, sequence)
    if (!hashes) continue
    const wantedUses = [...unproven]
    const leaves = findLeafIndexes(
      hashes,
      wantedUses.map(({ hash }) => hash),
    )
    if (leaves.size === 0) continue
    const prove = await minuteProofs(hashes)
    for (const use of wantedUses) {
      const leaf = leaves.get(use.hash.toString('latin1'))
      if (leaf === undefined) continue
      await storeProof(db, use, await prove(leaf))
      unproven.delete(use)
    }
  }
}

/**
 * Housekeeping: stores a proof for each used ticket whose minute is written. Then it deletes minutes whose
 * tickets can no longer be used.
 */
export async function proveUses({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const moment = now()
  for (let from = new Date(moment.getTime() - USABLE_MS - MAX_ISSUE_DELAY_MS); ; ) {
    const uses = await findUnproven(db, from, moment, BATCH_SIZE)
    await proveBatch({ db }, uses)
    const lastUse = uses.at(-1)
    if (!lastUse || uses.length < BATCH_SIZE) break
    // The next batch starts one millisecond later, so that these uses are not read again. Other uses in the
    // same millisecond wait for the next housekeeping.
    from = new Date(lastUse.received_at.getTime() + 1)
  }
  // The search above also reads minutes that are older than its first use. So minutes are deleted only after
  // the delay has passed a second time.
  await sweepMinutes(db, new Date(moment.getTime() - USABLE_MS - 2 * MAX_ISSUE_DELAY_MS))
}
