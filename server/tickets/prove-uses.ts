import type { Deps } from '../deps.ts'
import { leavesIn, minuteProofs } from '../transparency/minute-tree.ts'
import { hashesOf, minutesBetween, storeProof, sweepMinutes, type Unproven, unprovenSince } from './minutes-store.ts'

const MINUTE_MS = 60_000
/** A token lives twelve hours at the most and is known for three hours and its last hour more; then no ticket of it can be used. */
export const USABLE_MS = 18 * 60 * MINUTE_MS
/** A ticket is given when the body has been read, which may be so much later than the head arrived. */
const GIVEN_WITHIN_MS = 60 * MINUTE_MS
const BATCH = 1_000

/** Looks a batch of uses up in the minutes in which their tickets can have been given, and stores the proofs. */
async function proveBatch({ db }: Pick<Deps, 'db'>, uses: Unproven[]): Promise<void> {
  const [first, last] = [uses[0], uses.at(-1)]
  if (!first || !last) return
  const missing = new Map(uses.map((use) => [use.application_id, use]))
  const from = new Date(first.received_at.getTime() - MINUTE_MS)
  for (const { node, sequence } of await minutesBetween(db, from, new Date(last.received_at.getTime() + GIVEN_WITHIN_MS))) {
    if (missing.size === 0) return
    const hashes = await hashesOf(db, node, sequence)
    if (!hashes) continue
    const wanted = [...missing.values()]
    const leaves = leavesIn(
      hashes,
      wanted.map(({ hash }) => hash),
    )
    if (leaves.size === 0) continue
    const prove = await minuteProofs(hashes)
    for (const { application_id: applicationId, hash } of wanted) {
      const leaf = leaves.get(hash.toString('latin1'))
      if (leaf === undefined) continue
      await storeProof(db, applicationId, await prove(leaf))
      missing.delete(applicationId)
    }
  }
}

/** Housekeeping: gives each used ticket its proof, as far as its minute is written, and then lets go of minutes whose tickets are over. */
export async function proveUses({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const moment = now()
  for (let from = new Date(moment.getTime() - USABLE_MS - GIVEN_WITHIN_MS); ; ) {
    const uses = await unprovenSince(db, from, moment, BATCH)
    await proveBatch({ db }, uses)
    const last = uses.at(-1)
    if (!last || uses.length < BATCH) break
    from = new Date(last.received_at.getTime() + 1)
  }
  await sweepMinutes(db, new Date(moment.getTime() - USABLE_MS - 2 * GIVEN_WITHIN_MS))
}
