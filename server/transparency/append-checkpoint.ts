import type { Deps } from '../deps.ts'
import { entryBytes } from './leaf.ts'
import { signCheckpoint } from './note.ts'
import { findLastCheckpoint, findPending, insertCheckpoint, insertLeaves, lockTree } from './store.ts'
import { append, leafHash, rootOf } from './tree.ts'

const BATCH = 2_000

const hashesIn = (edge: Buffer) =>
  Array.from({ length: edge.length / 32 }, (_, index) => edge.subarray(index * 32, index * 32 + 32))

/**
 * Appends a bounded number of committed events to the tree and signs the new state. It does both in one
 * transaction, so that a crash leaves nothing half done. No event is missed: from its commit, however late,
 * it waits in `log_pending` until the transaction that makes it a leaf. Returns true when more events may be
 * waiting.
 */
export const appendCheckpoint = (deps: Pick<Deps, 'db' | 'receiptKey'>): Promise<boolean> =>
  deps.db.tx(async (tx) => {
    if (!(await lockTree(tx))) return false
    const last = await findLastCheckpoint(tx)
    const events = await findPending(tx, BATCH)
    if (last && events.length === 0) return false
    const first = last?.size ?? 0
    const edge = hashesIn(last?.edge ?? Buffer.alloc(0))
    const leaves = events.map((event) => ({ event: event.id, hash: leafHash(entryBytes(event)) }))
    leaves.forEach(({ hash }, index) => append(edge, first + index, hash))
    if (leaves.length > 0) await insertLeaves(tx, first, leaves)
    const size = first + leaves.length
    const root = rootOf(edge)
    await insertCheckpoint(tx, {
      size,
      previous: last?.size ?? -1,
      root,
      edge: Buffer.concat(edge),
      note: signCheckpoint(deps.receiptKey, { size, root }),
    })
    return events.length === BATCH
  })
