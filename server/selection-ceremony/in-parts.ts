import type { Db, Tx } from '../database/connect.ts'
import { restAfterParts } from '../worker.ts'

/** For the statements of selections, which no one waits for. */
export const STATEMENT_TIMEOUT_SECONDS = 600
/** Each commit waits for the disk, and submissions wait behind it. So many statements share one commit. */
export const STATEMENTS_A_COMMIT = 40
/** A rest is so many times as long as the part before it. The database then works a third of the time. */
const REST_TIMES = 2
/** Rows of one statement: few enough that a request does not wait for them. */
const ROWS_DELETED_AT_ONCE = 100

/** Another process has begun the same work, or an officer ended it: this attempt may not write any more. */
class AttemptEnded extends Error {}

export type Parts = {
  db: Db
  /** Does one part in a transaction of its own. Throws when this attempt is over. */
  write: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>
  /** Waits twice as long as the part before it took, so that requests go first. */
  rest: () => Promise<void>
}

type Attempt = {
  /** The process is stopping: no further part begins. */
  stopping?: AbortSignal | undefined
  /** Locks the attempt for the transaction. False when a later attempt has replaced it. */
  lock: (tx: Tx) => Promise<boolean>
  /** Deletes at most so many rows that an earlier attempt left. Returns how many there were. */
  deleteLeft: (tx: Tx, most: number) => Promise<number>
}

/**
 * Writes many rows in short transactions: while one ran for minutes, PostgreSQL would keep every replaced row
 * of the portal's queues, and each submission would take longer than the one before. No one reads these rows
 * before the last part says that all are there. Returns false when the attempt was over before that.
 */
export async function inParts(
  portalDb: Db,
  { stopping, lock, deleteLeft }: Attempt,
  work: (parts: Parts) => Promise<void>,
): Promise<boolean> {
  const db = portalDb.patient(STATEMENT_TIMEOUT_SECONDS)
  const rest = restAfterParts(REST_TIMES)
  const write: Parts['write'] = (part) =>
    db.tx(async (tx) => {
      stopping?.throwIfAborted()
      if (!(await lock(tx))) throw new AttemptEnded()
      return part(tx)
    })
  try {
    while ((await write((tx) => deleteLeft(tx, ROWS_DELETED_AT_ONCE))) > 0) await rest()
    await work({ db, write, rest })
    return true
  } catch (error) {
    if (error instanceof AttemptEnded) return false
    throw error
  }
}
