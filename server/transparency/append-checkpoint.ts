import type { Deps } from '../deps.ts'
import { entryBytes } from './leaf.ts'
import { signCheckpoint } from './note.ts'
import {
  findLastCheckpoint,
  findPending,
  insertCheckpoint,
  insertLeaves,
  lockTree,
  NO_CHECKPOINT,
  setPublishedAt,
} from './store.ts'
import { append, leafHash, rootOf, splitHashes } from './tree.ts'

/** A batch of this size takes about 0.1 s. When many events wait, 17,000 a second become leaves. */
const BATCH_SIZE = 2_000

/**
 * Appends a batch of committed events to the public log's hash tree, and signs the new tree. Both happen in
 * one transaction, so a crash leaves nothing half done. An event waits in `log_pending` from its commit until
 * it becomes a leaf, so no event is missed. Returns true when more events may be waiting.
 */
export const appendCheckpoint = (deps: Pick<Deps, 'db' | 'receiptKey' | 'now'>): Promise<boolean> =>
  deps.db.tx(async (tx) => {
    // Another process has the lock and extends the log.
    if (!(await lockTree(tx))) return false
    const lastCheckpoint = await findLastCheckpoint(tx)
    const events = await findPending(tx, BATCH_SIZE)
    // When there is no checkpoint yet, the first one is of the empty tree.
    if (lastCheckpoint && events.length === 0) return false
    const sizeBefore = lastCheckpoint?.size ?? 0
    // The edge has the roots of the tree's full subtrees, which are all that is needed to add leaves.
    const edge = splitHashes(lastCheckpoint?.edge ?? Buffer.alloc(0))
    const leaves = events.map((event) => ({ event: event.id, hash: leafHash(entryBytes(event)) }))
    leaves.forEach(({ hash }, index) => append(edge, sizeBefore + index, hash))
    if (leaves.length > 0) await insertLeaves(tx, sizeBefore, leaves)
    const size = sizeBefore + leaves.length
    const root = rootOf(edge)
    await insertCheckpoint(tx, {
      size,
      previous: lastCheckpoint?.size ?? NO_CHECKPOINT,
      root,
      edge: Buffer.concat(edge),
      note: signCheckpoint(deps.receiptKey, { size, root }),
    })
    const ofSelections = events.filter(({ kind }) => kind.startsWith('selection_'))
    if (ofSelections.length > 0)
      await setPublishedAt(
        tx,
        ofSelections.map(({ digest }) => digest),
        deps.now(),
      )
    return events.length === BATCH_SIZE
  })
