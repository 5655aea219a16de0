import { EXPORTS } from '#contract/exports/limits.ts'
import { planForValues, type Scope, matching } from '../review/filter.ts'
import type { ApplicationFilter } from '#contract/review/filter.ts'
import type { Db } from '../database/connect.ts'
import type { Cell } from './cells.ts'
import { findHeld, findPlain, type PlainRow, type WhoRow } from './store.ts'

// How many lines are made at once; other requests are served in between.
const AT_ONCE = 500

// Each page is its own transaction, started when the page before was taken. A slow reader holds nothing in
// the database, and one who leaves ends the work.

/** All matches that this officer may know, page by page in order of submission. */
export async function* pagesOfMatching(
  db: Db,
  filter: ApplicationFilter,
  scope: Scope,
): AsyncGenerator<PlainRow[]> {
  const where = matching(filter, scope)
  for (let last: PlainRow | undefined; ; ) {
    const page = await db.tx(async (tx) => {
      await planForValues(tx)
      return findPlain(tx, where, last)
    })
    yield page
    if (page.length < EXPORTS.pageRows) return
    last = page.at(-1)
  }
}

/** The applications that a request stores, except those deleted or outside this officer's areas. */
export async function* pagesOfHeld(
  db: Db,
  request: { id: number; size: number },
  scope: Scope,
): AsyncGenerator<WhoRow[]> {
  for (let from = 1; from <= request.size; from += EXPORTS.pageRows)
    yield await findHeld(db, request.id, from, scope)
}

/** Pages as lines of a file, one part at a time. */
export async function* linesOf<Row>(
  pages: AsyncIterable<Row[]>,
  cells: (row: Row) => Cell[],
): AsyncGenerator<Cell[][]> {
  for await (const page of pages)
    for (let from = 0; from < page.length; from += AT_ONCE) yield page.slice(from, from + AT_ONCE).map(cells)
}
