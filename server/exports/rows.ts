import { EXPORTS } from '#contract/exports/limits.ts'
import { planForValues, type Scope, matching } from '../review/filter.ts'
import type { ApplicationFilter } from '#contract/review/filter.ts'
import type { Db } from '../database/connect.ts'
import type { Cell } from './cells.ts'
import { findPlain, findRequested, type IdentityRow, type PlainRow } from './store.ts'

// Making the cells of a whole page takes long. After each batch, other requests are served.
const BATCH_ROWS = 500

// Each page is read in its own transaction, after the page before was sent. So a slow download holds no
// transaction open, and no page is read for a download that was cancelled.

/** All matches that this officer may know (`scope`), page by page in order of submission. */
export async function* pagesOfMatching(
  db: Db,
  filter: ApplicationFilter,
  scope: Scope,
): AsyncGenerator<PlainRow[]> {
  const where = matching(filter, scope)
  let lastRow: PlainRow | undefined
  while (true) {
    const page = await db.tx(async (tx) => {
      // A cached query plan must fit every filter, so it would read the whole job.
      await planForValues(tx)
      return findPlain(tx, where, lastRow)
    })
    yield page
    if (page.length < EXPORTS.pageRows) return
    lastRow = page.at(-1)
  }
}

/** The applications that a request stores, except those deleted or outside this officer's areas. */
export async function* pagesOfRequest(
  db: Db,
  request: { id: number; size: number },
  scope: Scope,
): AsyncGenerator<IdentityRow[]> {
  // Positions in an array of PostgreSQL start at 1.
  for (let position = 1; position <= request.size; position += EXPORTS.pageRows)
    yield await findRequested(db, request.id, position, scope)
}

/** Turns pages of rows into batches of lines, each line a list of cells. */
export async function* cellBatches<Row>(
  pages: AsyncIterable<Row[]>,
  cellsOf: (row: Row) => Cell[],
): AsyncGenerator<Cell[][]> {
  for await (const page of pages) {
    for (let start = 0; start < page.length; start += BATCH_ROWS)
      yield page.slice(start, start + BATCH_ROWS).map(cellsOf)
  }
}
