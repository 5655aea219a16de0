import { nairobiDate } from '#contract/dates.ts'
import type { Deps } from '../deps.ts'
import type { AuditedFiles, Report } from './audit-files.ts'
import { type AuditedLeaf, type Extent, findCheckpoints, findKeys, findLeaves } from './audit-store.ts'
import { keyIdOf } from './key.ts'
import { entryBytes } from './leaf.ts'
import { readCheckpoint } from './note.ts'
import { NO_CHECKPOINT, type StoredCheckpoint } from './store.ts'
import { Tiles } from './tiles.ts'
import { append, type Edge, leafHash, rootOf } from './tree.ts'

const PAGE = 5_000

type TreeDeps = Pick<Deps, 'db' | 'config' | 'receiptKey'>

/** The public keys that signed checkpoints, by name. Reports keys that are not the portal's. */
async function readKeys({ db, receiptKey }: TreeDeps, report: Report) {
  const keys = new Map([[receiptKey.name, receiptKey.publicBytes]])
  for (const { name, public_key } of await findKeys(db)) {
    const origin = name.slice(0, name.lastIndexOf('+'))
    if (name !== `${origin}+${keyIdOf(origin, public_key)}`)
      report(`The key ${name} does not match its name.`)
    else if (!receiptKey.findTrusted(name))
      report(`The key ${name} is not the present key, and its successor did not countersign it.`)
    keys.set(name, public_key)
  }
  return keys
}

/**
 * Yields all rows of a table. `readPage` reads the rows after a given row; undefined gives the first page.
 */
async function* readRows<Row>(
  readPage: (lastRow: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row, undefined> {
  let lastRow: Row | undefined
  while (true) {
    const rows = await readPage(lastRow)
    if (rows.length === 0) return undefined
    yield* rows
    lastRow = rows.at(-1)
  }
}

/**
 * The fault of a stored checkpoint. `edge` has the hashes of the complete subtrees along the right side of
 * the tree so far, from which its root is computed. `previous` is the size of the checkpoint before.
 */
function findCheckpointProblem(
  stored: StoredCheckpoint,
  edge: Edge,
  previous: number,
  keys: Map<string, Buffer>,
): string | undefined {
  const signed = readCheckpoint(stored.note)
  const key = signed && keys.get(signed.key)
  if (stored.previous !== previous)
    return `follows one of ${stored.previous} leaves, but the one before it has ${previous}: one is missing`
  if (!signed || signed.ownNote !== stored.note || !key || !signed.signedBy(key))
    return 'is not signed by a key of ours'
  if (signed.size !== stored.size || !signed.root.equals(stored.root))
    return 'has a different size or root than its row'
  if (!rootOf(edge).equals(stored.root)) return 'has a different root than the leaves it covers'
  return Buffer.concat(edge).equals(stored.edge)
    ? undefined
    : 'has a different edge than the leaves it covers'
}

function findLeafProblem(leaf: AuditedLeaf): string | undefined {
  const { kind, digest, at: eventTime } = leaf
  if (kind === null || digest === null || eventTime === null) return `has no event: ${leaf.event} is gone`
  return leafHash(entryBytes({ kind, digest, at: eventTime })).equals(leaf.hash)
    ? undefined
    : `does not fit its event ${leaf.event}: one of the two was changed`
}

/**
 * The log may record concurrent calls out of order, but by less than this. A call that waits for a lock can
 * be recorded seconds after a later call.
 */
const MAX_OUT_OF_ORDER_MS = 60_000

/**
 * Checks the order of leaves. Reports a leaf that is older than a leaf before it: someone may have added it
 * later with an earlier date.
 */
const orderChecker = (report: Report) => {
  let newestMs = Number.NEGATIVE_INFINITY
  return ({ index, at: eventTime }: AuditedLeaf) => {
    // A leaf without an event gets the time NaN, which is neither older nor newer than others.
    const timeMs = eventTime?.getTime() ?? Number.NaN
    if (timeMs < newestMs - MAX_OUT_OF_ORDER_MS)
      report(
        `Leaf ${index} is dated ${eventTime?.toISOString()}, but an entry before it ${new Date(newestMs).toISOString()}.`,
      )
    if (timeMs > newestMs) newestMs = timeMs
  }
}

/** Compares the stored sums of each day with the leaves. A key of `counted` has a day and a kind of event. */
const compareDays = (counted: Map<string, number>, { days }: Extent, report: Report) => {
  const storedSums = new Map(days.map(({ day, kind, events }) => [`${day} ${kind}`, events]))
  for (const key of new Set([...counted.keys(), ...storedSums.keys()])) {
    if (counted.get(key) !== storedSums.get(key))
      report(`The sum of ${key} is ${storedSums.get(key) ?? 0}, but the leaves are ${counted.get(key) ?? 0}.`)
  }
}

/**
 * Rebuilds the log's tree from the events, leaf by leaf. It compares the leaves, all checkpoints, the sums of
 * days and the published files with this tree. When each checkpoint has the root of the tree at its size, all
 * checkpoints are consistent with each other.
 * Long: it reads the log once, and compares checkpoints and files with the tree as it is at each leaf.
 */
export async function auditTree(deps: TreeDeps, files: AuditedFiles, extent: Extent, report: Report) {
  const { db } = deps
  const keys = await readKeys(deps, report)
  const tiles = new Tiles()
  const edge: Edge = []
  const countByDay = new Map<string, number>()
  const checkOrder = orderChecker(report)
  const checkpoints = readRows<StoredCheckpoint>((last) =>
    findCheckpoints(db, last?.size ?? NO_CHECKPOINT, extent.size, PAGE),
  )
  let previousSize = NO_CHECKPOINT
  let checkedCount = 0
  let nextCheckpoint = (await checkpoints.next()).value

  /** Checks the checkpoint and the published files that were made when the tree had its present size. */
  const checkThisSize = async () => {
    const isPublished = tiles.size === files.size
    if (
      isPublished &&
      (nextCheckpoint?.size !== tiles.size || nextCheckpoint.note !== files.checkpoint?.ownNote)
    )
      report('The published checkpoint is not in the database.')
    if (nextCheckpoint?.size === tiles.size) {
      const problem = findCheckpointProblem(nextCheckpoint, edge, previousSize, keys)
      if (problem) report(`The checkpoint of ${nextCheckpoint.size} leaves ${problem}.`)
      previousSize = nextCheckpoint.size
      checkedCount++
      nextCheckpoint = (await checkpoints.next()).value
    }
    if (isPublished) await files.compare(tiles.partial())
  }

  await checkThisSize()
  const leaves = readRows<AuditedLeaf>((last) =>
    findLeaves(db, last === undefined ? 0 : last.index + 1, extent.size, PAGE),
  )
  for await (const leaf of leaves) {
    if (leaf.index !== tiles.size) {
      report(`Leaf ${tiles.size} is missing.`)
      return { leaves: tiles.size, checkpoints: checkedCount }
    }
    checkOrder(leaf)
    const problem = findLeafProblem(leaf)
    if (problem) report(`Leaf ${leaf.index} ${problem}.`)
    const { kind, digest, at: eventTime } = leaf
    const dayAndKind = eventTime ? `${nairobiDate(eventTime)} ${kind}` : 'no day'
    countByDay.set(dayAndKind, (countByDay.get(dayAndKind) ?? 0) + 1)
    append(edge, tiles.size, leaf.hash)
    // A leaf without an event was reported above. Other values in its place let the check continue.
    const entry = entryBytes({
      kind: kind ?? '',
      digest: digest ?? Buffer.alloc(0),
      at: eventTime ?? new Date(0),
    })
    const fullTiles = tiles.add(leaf.hash, entry)
    if (tiles.size <= files.size) await files.compare(fullTiles)
    if (nextCheckpoint?.size === tiles.size || tiles.size === files.size) await checkThisSize()
  }
  if (nextCheckpoint)
    report(
      `The checkpoint of ${nextCheckpoint.size} leaves covers more leaves than the ${tiles.size} in the database.`,
    )
  if (tiles.size < extent.leaves) report(`${extent.leaves - tiles.size} leaves are in no checkpoint.`)
  compareDays(countByDay, extent, report)
  return { leaves: tiles.size, checkpoints: checkedCount }
}
