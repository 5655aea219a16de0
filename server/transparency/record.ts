import { empty } from 'sql-template-tag'
import { sql, type Sql, type Tx } from '../database/connect.ts'

/** An event for the transparency log. It holds nothing personal and nothing that outsiders can guess. */
export type LogEvent = {
  /** The kind of event in lower case: `submission`. */
  kind: string
  /** 32 bytes, computed with a salt; for a submission, `leafDigest`. Unique per event. */
  digest: Buffer
  now: Date
}

/**
 * The insert of an event, for use inside a larger statement. `source` is a part of that statement: the event
 * is inserted only if that part has a row. The event is in the log if, and only if, the transaction commits.
 */
export const recording = ({ kind, digest, now }: LogEvent, source?: Sql): Sql => sql`
  insert into log_events (kind, digest, at)
  select ${kind}, ${digest}::bytea, ${now}::timestamptz
  ${source ? sql`from ${source}` : empty}`

/** Records an event in the caller's transaction. */
export const record = (tx: Tx, event: LogEvent) => tx.run(recording(event))
