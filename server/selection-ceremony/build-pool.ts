import type { Db, Tx } from '../database/connect.ts'
import { TILE } from '../transparency/tiles.ts'
import { append, type Edge, nodeHash, rootOf, rootOfHashes } from '../transparency/tree.ts'
import { restAfterParts } from '../worker.ts'
import { poolPerson } from './person.ts'
import {
  areFactsWaiting,
  findEligible,
  findHashes,
  insertNodes,
  insertPeople,
  setPool,
  takeUnbuilt,
} from './pool-store.ts'
import { findSelectionById, type SelectionRow } from './store.ts'

/** Few enough that a request does not wait for them. */
const PAGE = 25
const TILES_A_PAGE = 2
const STATEMENT_TIMEOUT_SECONDS = 600

async function insertEveryone(tx: Tx, row: SelectionRow): Promise<void> {
  const closes = row.job_deadline
  if (!closes) throw new RangeError(`the job ${row.job_id} has no deadline`)
  const rest = restAfterParts()
  for (let after = 0; ; ) {
    const page = await findEligible(tx, row, after, PAGE)
    await insertPeople(
      tx,
      row.id,
      page.map((source) => poolPerson(source, row.rule, closes)),
    )
    after = page.at(-1)?.application_id ?? after
    if (page.length < PAGE) return
    await rest()
  }
}

/** The roots of the next level: of two full subtrees each. A last one without a neighbour has none. */
const joinPairs = (hashes: Buffer[]): Buffer[] =>
  hashes.flatMap((right, index) => {
    const left = hashes[index - 1]
    return index % 2 === 1 && left ? [nodeHash(left, right)] : []
  })

/**
 * "The RFC 6962 root over the pool sorted by leaf", and the nodes of its tree from which proofs are made: the
 * roots of `TILE` people each, and of all full subtrees above.
 */
async function buildTree(tx: Tx, selectionId: number): Promise<{ root: Buffer; count: number }> {
  const edge: Edge = []
  const tiles: { hash: Buffer; firstLeaf: Buffer }[] = []
  let count = 0
  const rest = restAfterParts()
  for (let after: Buffer = Buffer.alloc(0); ; ) {
    const page = await findHashes(tx, selectionId, after, TILES_A_PAGE * TILE)
    page.forEach(({ hash }) => append(edge, count++, hash))
    for (let from = 0; from < page.length; from += TILE) {
      const tile = page.slice(from, from + TILE)
      tiles.push({ hash: rootOfHashes(tile.map(({ hash }) => hash)), firstLeaf: page[from]?.leaf ?? after })
    }
    after = page.at(-1)?.leaf ?? after
    if (page.length < TILES_A_PAGE * TILE) break
    await rest()
  }
  await insertNodes(tx, selectionId, { level: 0, nodes: tiles })
  let full = tiles.slice(0, Math.floor(count / TILE)).map(({ hash }) => hash)
  for (let level = 1; full.length > 1; level++) {
    full = joinPairs(full)
    await insertNodes(tx, selectionId, { level, nodes: full.map((hash) => ({ hash })) })
  }
  return { root: rootOf(edge), count }
}

/**
 * Puts the pool of one proposal together, in one transaction: a process that is killed leaves nothing.
 * Returns false when none waits, or when submissions of its job are still without facts.
 */
export const buildNextPool = (db: Db): Promise<boolean> =>
  db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const taken = await takeUnbuilt(tx)
    const row = taken && (await findSelectionById(tx, taken.id))
    if (!row || (await areFactsWaiting(tx, row))) return false
    await insertEveryone(tx, row)
    await setPool(tx, row.id, await buildTree(tx, row.id))
    return true
  })
