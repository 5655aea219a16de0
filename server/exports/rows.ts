import { EXPORTS } from '#contract/exports/limits.ts'
import { planForValues, type Scope, matching } from '../review/filter.ts'
import type { ApplicationFilter } from '#contract/review/filter.ts'
import type { Db } from '../database/connect.ts'
import type { Cell } from './cells.ts'
import { findPlain, findRequested, type IdentityRow, type PlainRow } from './store.ts'

// Making the cells of a whole page takes long. So other requests are served after each batch of rows.
const BATCH_ROWS = 500

// Each page of rows is read in its own transaction, after the previous page was sent. So a slow download
// holds no transaction open, and no page is read for a download that was cancelled.

/** All matching applications that this officer may know (`scope`), page by page in order of submission. */
export async function* pagesOfMatching(
  db: Db,
  filter: ApplicationFilter,
  scope: Scope,
): AsyncGenerator<PlainRow[]> {
  const where = matching(filter, scope)
  let lastRow: PlainRow | undefined
  while (true) {
    const page = await db.tx(async (tx) => {
      // Plan the query for this filter: a cached plan must fit all filters, so it would read the whole job.
      await planForValues(tx)
      return findPlain(tx, where, lastRow)
    })
    yield page
    if (page.length < EXPORTS.pageRows) return
    lastRow = page.at(-1)
  }
}

/** A request's stored applications, except those deleted or outside this officer's areas. */
export async function* pagesOfRequest(
  db: Db,
  request: { id: number; size: number },
  scope: Scope,
): AsyncGenerator<IdentityRow[]> {
  // PostgreSQL counts positions in an array from 1.
  for (let position = 1; position <= request.size; position += EXPORTS.pageRows)
    yield await findRequested(db, request.id, position, scope)
}

/** Turns pages of rows into batches of lines. Each line is a list of cells. */
export async function* cellBatches<Row>(
  pages: AsyncIterable<Row[]>,
  cellsOf: (row: Row) => Cell[],
): AsyncGenerator<Cell[][]> {
  for await (const page of pages) {
    for (let start = 0; start < page.length; start += BATCH_ROWS)
      yield page.slice(start, start + BATCH_ROWS).map(cellsOf)
  }
}
