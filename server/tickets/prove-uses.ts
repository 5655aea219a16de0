import { SESSION } from '#contract/accounts/session-limits.ts'
import { TICKET } from '#contract/tickets/tickets.ts'
import type { Deps } from '../deps.ts'
import { findProofs, MAX_ISSUE_DELAY_MS } from '../transparency/find-proofs.ts'
import { findUnproven, storeProof, sweepTicketMinutes } from './minutes-store.ts'

const HOUR_MS = 3_600_000
/**
 * Housekeeping may run this much too late. Until it runs, the token of an expired session still leads to its
 * owner.
 */
const HOUSEKEEPING_LATE_MS = 3 * HOUR_MS
/** How long a ticket can be used: while its session lasts, and for `deadTokenHours` after that. */
export const USABLE_MS = SESSION.absoluteMs + TICKET.deadTokenHours * HOUR_MS + HOUSEKEEPING_LATE_MS
const BATCH_SIZE = 1_000

/**
 * Housekeeping: stores a proof for each used ticket whose minute is written. Then it deletes minutes whose
 * tickets can no longer be used.
 */
export async function proveUses({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const moment = now()
  for (let from = new Date(moment.getTime() - USABLE_MS - MAX_ISSUE_DELAY_MS); ; ) {
    const uses = await findUnproven(db, from, moment, BATCH_SIZE)
    for await (const { use, ticketProof } of findProofs(db, uses)) await storeProof(db, use, ticketProof)
    const lastUse = uses.at(-1)
    if (!lastUse || uses.length < BATCH_SIZE) break
    // The next batch starts one millisecond later, so that these uses are not read again. Other uses in the
    // same millisecond wait for the next housekeeping.
    from = new Date(lastUse.received_at.getTime() + 1)
  }
  // The search above starts one minute before its oldest use, so minutes must stay longer than uses. A second
  // delay is more than enough.
  await sweepTicketMinutes(db, new Date(moment.getTime() - USABLE_MS - 2 * MAX_ISSUE_DELAY_MS))
}
