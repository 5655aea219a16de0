import { empty } from 'sql-template-tag'
import { sql, type Sql, type Tx } from '../database/connect.ts'

/** Something that happened, as the public log will tell it: nothing personal, and nothing that can be guessed from outside. */
export type LogEvent = {
  /** What happened, in small letters: `submission`. */
  kind: string
  /** 32 bytes made with a salt; for a submission `leafDigest`. No two events have the same. */
  digest: Buffer
  now: Date
}

/**
 * The event as a statement, to stand inside a larger one; with `given`, a part of that, only when it has a row. It is in
 * the log if, and only if, the transaction commits.
 */
export const recording = ({ kind, digest, now }: LogEvent, given?: Sql): Sql => sql`
  insert into log_events (kind, digest, at)
  select ${kind}, ${digest}::bytea, ${now}::timestamptz
  ${given ? sql`from ${given}` : empty}`

/** Records an event in the caller's transaction. */
export const record = (tx: Tx, event: LogEvent) => tx.run(recording(event))
