import type { Db, Tx } from '../database/connect.ts'
import { LONG_REST, restAfterParts } from '../worker.ts'

/** The time limit, in seconds, for statements of selections. It is long, because no one waits for them. */
export const STATEMENT_TIMEOUT_SECONDS = 600
/** Each commit waits for the disk, and submissions wait meanwhile. So many statements share one commit. */
export const STATEMENTS_A_COMMIT = 40
/** The rows that one statement deletes: so few that requests of applicants are not slowed down. */
const ROWS_DELETED_AT_ONCE = 100

/** Another process has started the same work, or an officer ended it. So this attempt may no longer write. */
class AttemptEnded extends Error {}

export type Parts = {
  /** The database with the long time limit, for reads outside the transactions of the parts. */
  db: Db
  /** Writes one part in its own transaction. Throws when another process has taken over this work. */
  write: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>
  /** Waits twice as long as the work since the last wait, so that requests of applicants go first. */
  rest: () => Promise<void>
}

type Attempt = {
  /** Aborted when the process is stopping: then no further part is started. */
  stopping?: AbortSignal | undefined
  /** Locks the attempt until the transaction ends. Returns false when a later attempt has replaced it. */
  lock: (tx: Tx) => Promise<boolean>
  /** Deletes at most `most` rows that an earlier attempt left. Returns how many it deleted. */
  deleteLeftovers: (tx: Tx, most: number) => Promise<number>
}

/**
 * Writes many rows in short transactions. During a transaction that lasts minutes, PostgreSQL would keep
 * every replaced row of the queues. Submissions would then get slower and slower. The rows that `work` writes
 * are read only after the last part. Returns false when a later attempt took over.
 */
export async function inParts(
  portalDb: Db,
  { stopping, lock, deleteLeftovers }: Attempt,
  work: (parts: Parts) => Promise<void>,
): Promise<boolean> {
  const db = portalDb.patient(STATEMENT_TIMEOUT_SECONDS)
  const rest = restAfterParts(LONG_REST)
  const write: Parts['write'] = (part) =>
    db.tx(async (tx) => {
      stopping?.throwIfAborted()
      if (!(await lock(tx))) throw new AttemptEnded()
      return part(tx)
    })
  try {
    while ((await write((tx) => deleteLeftovers(tx, ROWS_DELETED_AT_ONCE))) > 0) await rest()
    await work({ db, write, rest })
    return true
  } catch (error) {
    if (error instanceof AttemptEnded) return false
    throw error
  }
}
