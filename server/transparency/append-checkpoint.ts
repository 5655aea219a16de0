import type { Deps } from '../deps.ts'
import { entryBytes } from './leaf.ts'
import { signCheckpoint } from './note.ts'
import { findLastCheckpoint, findPending, insertCheckpoint, insertLeaves, lockTree } from './store.ts'
import { append, leafHash, rootOf } from './tree.ts'

const BATCH = 2_000

const hashesIn = (edge: Buffer) => Array.from({ length: edge.length / 32 }, (_, index) => edge.subarray(index * 32, index * 32 + 32))

/**
 * Extends the tree by committed events that are not in it, a bounded number of them, and signs the new state: one
 * transaction, so that at any crash it is done or not begun. Nothing is missed: an event waits in `log_pending` from
 * its commit, however late that is, until the transaction that makes it a leaf. Answers whether more may wait.
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
    await insertCheckpoint(tx, { size, previous: last?.size ?? -1, root, edge: Buffer.concat(edge), note: signCheckpoint(deps.receiptKey, { size, root }) })
    return events.length === BATCH
  })
