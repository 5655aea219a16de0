import type { Db, Sql } from './connect.ts'

/** The most rows that one statement of a sweep deletes, so that it holds no locks for long. */
export const SWEPT_ROWS = 1_000

/** Repeats a statement that deletes at most `SWEPT_ROWS` rows, until it deletes fewer. */
export async function deleteInParts(db: Db, statement: Sql): Promise<void> {
  let deleted: number
  do {
    deleted = await db.run(statement)
  } while (deleted === SWEPT_ROWS)
}
