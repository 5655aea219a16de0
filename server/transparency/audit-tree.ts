import { nairobiDate } from '#contract/dates.ts'
import type { Deps } from '../deps.ts'
import type { AuditedFiles, Tell } from './audit-files.ts'
import { type AuditedLeaf, checkpointsOf, type Extent, keysOf, leavesOf } from './audit-store.ts'
import { keyIdOf } from './key.ts'
import { entryBytes } from './leaf.ts'
import { readCheckpoint } from './note.ts'
import type { StoredCheckpoint } from './store.ts'
import { Tiles } from './tiles.ts'
import { append, type Edge, leafHash, rootOf } from './tree.ts'

const PAGE = 5_000

type Needs = Pick<Deps, 'db' | 'config' | 'receiptKey'>

async function readKeys({ db, receiptKey }: Needs, report: Tell) {
  const keys = new Map([[receiptKey.name, receiptKey.publicBytes]])
  for (const { name, public_key } of await keysOf(db)) {
    const origin = name.slice(0, name.lastIndexOf('+'))
    if (name !== `${origin}+${keyIdOf(origin, public_key)}`)
      report(`The key ${name} does not match its name.`)
    else if (!receiptKey.trusted(name))
      report(`The key ${name} is not the present key, and its successor did not countersign it.`)
    keys.set(name, public_key)
  }
  return keys
}

async function* pages<Row>(ask: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let last: Row | undefined; ; ) {
    const rows = await ask(last)
    if (rows.length === 0) return
    yield* rows
    last = rows.at(-1)
  }
}

function checkpointFault(
  storedCheckpoint: StoredCheckpoint,
  edge: Edge,
  previous: number,
  keys: Map<string, Buffer>,
): string | undefined {
  const checkpoint = readCheckpoint(storedCheckpoint.note)
  const key = checkpoint && keys.get(checkpoint.key)
  if (storedCheckpoint.previous !== previous)
    return `follows one of ${storedCheckpoint.previous} leaves, but the one before it has ${previous}: one is missing`
  if (!checkpoint || !key || !checkpoint.signedBy(key)) return 'is not signed by a key of ours'
  if (checkpoint.size !== storedCheckpoint.size || !checkpoint.root.equals(storedCheckpoint.root))
    return 'has a different size or root than its row'
  if (!rootOf(edge).equals(storedCheckpoint.root)) return 'has a different root than the leaves it covers'
  return Buffer.concat(edge).equals(storedCheckpoint.edge)
    ? undefined
    : 'has a different edge than the leaves it covers'
}

function leafFault(leaf: AuditedLeaf): string | undefined {
  const { kind, digest, at: eventTime } = leaf
  if (kind === null || digest === null || eventTime === null) return `has no event: ${leaf.event} is gone`
  return leafHash(entryBytes({ kind, digest, at: eventTime })).equals(leaf.hash)
    ? undefined
    : `does not fit its event ${leaf.event}: one of the two was changed`
}

/**
 * Concurrent calls may be recorded out of order. A statement that waits for a lock makes the difference
 * larger.
 */
const OUT_OF_ORDER_MS = 60_000

/**
 * Reports entries that are older than an entry before them: they may have been added later with an earlier
 * date.
 */
const watchOrder = (report: Tell) => {
  let newest = Number.NEGATIVE_INFINITY
  return ({ index, at: eventTime }: AuditedLeaf) => {
    const time = eventTime?.getTime() ?? Number.NaN
    if (time < newest - OUT_OF_ORDER_MS)
      report(
        `Leaf ${index} is dated ${eventTime?.toISOString()}, but an entry before it ${new Date(newest).toISOString()}.`,
      )
    if (time > newest) newest = time
  }
}

const compareDays = (counted: Map<string, number>, { days }: Extent, report: Tell) => {
  const sums = new Map(days.map(({ day, kind, events }) => [`${day} ${kind}`, events]))
  for (const day of new Set([...counted.keys(), ...sums.keys()])) {
    if (counted.get(day) !== sums.get(day))
      report(`The sum of ${day} is ${sums.get(day) ?? 0}, but the leaves are ${counted.get(day) ?? 0}.`)
  }
}

/**
 * Rebuilds the tree from the events, leaf by leaf, and checks leaves, all checkpoints, sums and files against
 * it. All checkpoints are roots of prefixes of one list, so they are consistent with each other.
 */
export async function auditTree(deps: Needs, files: AuditedFiles, extent: Extent, report: Tell) {
  const { db } = deps
  const keys = await readKeys(deps, report)
  const tiles = new Tiles()
  const edge: Edge = []
  const counted = new Map<string, number>()
  const checkOrder = watchOrder(report)
  const checkpoints = pages<StoredCheckpoint>((last) =>
    checkpointsOf(db, last?.size ?? -1, extent.size, PAGE),
  )
  let [previous, passed] = [-1, 0]
  let next = (await checkpoints.next()).value as StoredCheckpoint | undefined

  const atThisSize = async () => {
    const published = tiles.size === files.size
    if (published && (next?.size !== tiles.size || next.note !== files.note))
      report('The published checkpoint is not in the database.')
    if (next?.size === tiles.size) {
      const fault = checkpointFault(next, edge, previous, keys)
      if (fault) report(`The checkpoint of ${next.size} leaves ${fault}.`)
      previous = next.size
      passed++
      next = (await checkpoints.next()).value as StoredCheckpoint | undefined
    }
    if (published) await files.compare(tiles.partial())
  }

  await atThisSize()
  for await (const leaf of pages<AuditedLeaf>((last) =>
    leavesOf(db, (last?.index ?? -1) + 1, extent.size, PAGE),
  )) {
    if (leaf.index !== tiles.size) {
      report(`Leaf ${tiles.size} is missing.`)
      return { leaves: tiles.size, checkpoints: passed }
    }
    checkOrder(leaf)
    const fault = leafFault(leaf)
    if (fault) report(`Leaf ${leaf.index} ${fault}.`)
    const { kind, digest, at: eventTime } = leaf
    const day = eventTime ? `${nairobiDate(eventTime)} ${kind}` : 'no day'
    counted.set(day, (counted.get(day) ?? 0) + 1)
    append(edge, tiles.size, leaf.hash)
    const full = tiles.add(
      leaf.hash,
      entryBytes({ kind: kind ?? '', digest: digest ?? Buffer.alloc(0), at: eventTime ?? new Date(0) }),
    )
    if (tiles.size <= files.size) await files.compare(full)
    if (next?.size === tiles.size || tiles.size === files.size) await atThisSize()
  }
  if (next)
    report(`The checkpoint of ${next.size} leaves covers more leaves than the ${tiles.size} in the database.`)
  if (tiles.size < extent.leaves) report(`${extent.leaves - tiles.size} leaves are in no checkpoint.`)
  compareDays(counted, extent, report)
  return { leaves: tiles.size, checkpoints: passed }
}
