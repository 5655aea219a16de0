import { sql, type Tx } from '../database/connect.ts'

/**
 * The ticket minutes of all processes from `from` and before `until`, without their large hashes. `node` is
 * the id of a process, and `sequence` numbers its minutes.
 */
export const findMinutes = (db: Tx, from: Date, until: Date) =>
  db.rows<{ node: Buffer; sequence: number; minute: Date }>(sql`
    select node, sequence, minute from ticket_minutes where minute >= ${from} and minute < ${until} order by minute, node, sequence`)

/** The hashes of the tickets of one minute, one after the other; undefined when the minute was deleted. */
export const findHashes = async (db: Tx, node: Buffer, sequence: number) =>
  (
    await db.row<{ hashes: Buffer }>(
      sql`select hashes from ticket_minutes where node = ${node} and sequence = ${sequence}`,
    )
  )?.hashes
