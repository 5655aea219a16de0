import type { Db, Tx } from '../database/connect.ts'
import { poolEntry } from '../selection/pool-entry.ts'
import { append, type Edge, leafHash, rootOf } from '../transparency/tree.ts'
import { poolPerson } from './person.ts'
import { areFactsWaiting, findEligible, findPool, insertPeople, setPool, takeUnbuilt } from './pool-store.ts'
import { findSelectionById, type SelectionRow } from './store.ts'

const PAGE = 2_000
const STATEMENT_TIMEOUT_SECONDS = 600

async function insertEveryone(tx: Tx, row: SelectionRow): Promise<void> {
  const closes = row.job_deadline
  if (!closes) throw new RangeError(`the job ${row.job_id} has no deadline`)
  for (let after = 0; ; ) {
    const page = await findEligible(tx, row, after, PAGE)
    await insertPeople(
      tx,
      row.id,
      page.map((source) => poolPerson(source, row.rule, closes)),
    )
    after = page.at(-1)?.application_id ?? after
    if (page.length < PAGE) return
  }
}

/** "The RFC 6962 root over the pool sorted by leaf." */
async function rootOfPool(tx: Tx, selectionId: number): Promise<{ root: Buffer; count: number }> {
  const edge: Edge = []
  let count = 0
  for (let after: Buffer = Buffer.alloc(0); ; ) {
    const page = await findPool(tx, selectionId, after, PAGE)
    for (const { salt, leaf, ...facts } of page)
      append(edge, count++, leafHash(poolEntry({ ...facts, leaf: leaf.toString('hex') }, salt)))
    after = page.at(-1)?.leaf ?? after
    if (page.length < PAGE) return { root: rootOf(edge), count }
  }
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
    await setPool(tx, row.id, await rootOfPool(tx, row.id))
    return true
  })
