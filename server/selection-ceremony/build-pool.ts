import type { Db, Tx } from '../database/connect.ts'
import { TILE } from '../transparency/tiles.ts'
import { append, type Edge, nodeHash, rootOf, rootOfHashes } from '../transparency/tree.ts'
import { inParts, type Parts, STATEMENT_TIMEOUT_SECONDS, STATEMENTS_A_COMMIT } from './in-parts.ts'
import { poolPerson } from './person.ts'
import {
  beginPool,
  deletePeople,
  findEligible,
  findHashes,
  insertNodes,
  insertPeople,
  lockPool,
  setPool,
  takeUnbuilt,
} from './pool-store.ts'
import { findSelectionById, type SelectionRow } from './store.ts'

/** The rows that one statement inserts: so few that requests of applicants are not slowed down. */
const PAGE = 25
const TILES_A_PAGE = 2

/** How many people of a pool are already stored, and up to which application. */
type Stored = { count: number; lastApplication: number; isEnd: boolean }

/** Stores the next pages of the pool's people in one transaction. */
const storePages = (
  { write, rest }: Parts,
  row: SelectionRow,
  deadline: Date,
  from: Stored,
): Promise<Stored> =>
  write(async (tx) => {
    let { count, lastApplication } = from
    for (let pages = 0; pages < STATEMENTS_A_COMMIT; pages++) {
      const page = await findEligible(tx, row, lastApplication, PAGE)
      const people = page.map((source) => poolPerson(source, row.rule, deadline))
      await insertPeople(tx, row.id, people)
      count += page.length
      lastApplication = page.at(-1)?.application_id ?? lastApplication
      if (page.length < PAGE) return { count, lastApplication, isEnd: true }
      await rest()
    }
    return { count, lastApplication, isEnd: false }
  })

/** Stores every eligible applicant of the job. Returns how many people there are. */
async function insertEveryone(parts: Parts, row: SelectionRow): Promise<number> {
  const deadline = row.job_deadline
  if (!deadline) throw new RangeError(`the job ${row.job_id} has no deadline`)
  let stored: Stored = { count: 0, lastApplication: 0, isEnd: false }
  while (!stored.isEnd) stored = await storePages(parts, row, deadline, stored)
  return stored.count
}

/** Joins pairs of hashes to the next level of the hash tree. A last hash without a neighbour is left out. */
function joinPairs(hashes: Buffer[]): Buffer[] {
  const parents: Buffer[] = []
  for (const [index, right] of hashes.entries()) {
    const left = hashes[index - 1]
    if (index % 2 === 1 && left) parents.push(nodeHash(left, right))
  }
  return parents
}

/**
 * Computes "the RFC 6962 root over the pool sorted by leaf" (docs/spec/selection.md). It also computes the
 * tiles, the lowest nodes from which proofs are made. Each tile covers `TILE` people, the last one the rest.
 */
async function buildTree({ db, rest }: Parts, selectionId: number) {
  // The tree grows person by person, so the whole pool is never in memory.
  const edge: Edge = []
  const tiles: { hash: Buffer; firstLeaf: Buffer }[] = []
  let count = 0
  // The empty buffer sorts before every leaf. Each page starts after the last leaf of the page before.
  for (let after: Buffer = Buffer.alloc(0); ; ) {
    const page = await findHashes(db, selectionId, after, TILES_A_PAGE * TILE)
    page.forEach(({ hash }) => append(edge, count++, hash))
    for (let from = 0; from < page.length; from += TILE) {
      const tile = page.slice(from, from + TILE)
      tiles.push({ hash: rootOfHashes(tile.map(({ hash }) => hash)), firstLeaf: page[from]?.leaf ?? after })
    }
    after = page.at(-1)?.leaf ?? after
    if (page.length < TILES_A_PAGE * TILE) break
    await rest()
  }
  return { root: rootOf(edge), count, tiles }
}

type Tree = Awaited<ReturnType<typeof buildTree>>

/** Stores the tiles as level 0 of the tree, one node for each full subtree above them, and the root. */
async function storeTree(tx: Tx, selectionId: number, { root, count, tiles }: Tree): Promise<void> {
  await insertNodes(tx, selectionId, { level: 0, nodes: tiles })
  // The last tile may be incomplete: then it has no parent on the next level.
  let nodes = tiles.slice(0, Math.floor(count / TILE)).map(({ hash }) => hash)
  for (let level = 1; nodes.length > 1; level++) {
    nodes = joinPairs(nodes)
    await insertNodes(tx, selectionId, { level, nodes: nodes.map((hash) => ({ hash })) })
  }
  await setPool(tx, selectionId, { root, count })
}

/**
 * Builds the pool of one proposal: everyone who takes part, and their hash tree. A killed process leaves
 * people without a root: no one reads them, and the next attempt deletes them first. Returns false when no
 * proposal's pool can be built now, or when another process took over.
 */
export async function buildNextPool(db: Db, stopping?: AbortSignal): Promise<boolean> {
  const started = await db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const unbuilt = await takeUnbuilt(tx)
    const row = unbuilt && (await findSelectionById(tx, unbuilt.id))
    if (!row) return undefined
    const attempt = await beginPool(tx, row.id)
    return attempt && { row, attempt }
  })
  if (!started) return false
  const { row, attempt } = started
  const lock = (tx: Tx) => lockPool(tx, attempt)
  const deleteLeftovers = (tx: Tx, most: number) => deletePeople(tx, row.id, most)
  return inParts(db, { stopping, lock, deleteLeftovers }, async (parts) => {
    const inserted = await insertEveryone(parts, row)
    const tree = await buildTree(parts, row.id)
    // After a failover, the database may lack rows that it had confirmed. So the people are counted again.
    if (tree.count !== inserted) throw new Error(`the pool has ${tree.count} of ${inserted} people`)
    await parts.write((tx) => storeTree(tx, row.id, tree))
  })
}
