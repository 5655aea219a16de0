import { empty } from 'sql-template-tag'
import { sql, type Sql, type Tx } from '../database/connect.ts'

/** An event for the public log. It has no personal data and nothing that outsiders can guess. */
type LogEvent = {
  /** The kind of event in lower case, such as `submission`. */
  kind: string
  /** The event's own digest: 32 bytes, computed with a salt. For a submission, it is `leafDigest`. */
  digest: Buffer
  now: Date
}

/**
 * SQL that inserts an event of the log, as a part of a larger statement. The event is inserted only if the
 * part `source` of that statement has a row. It is in the log exactly when the transaction commits.
 */
export const recording = ({ kind, digest, now }: LogEvent, source?: Sql): Sql => sql`
  insert into log_events (kind, digest, at)
  select ${kind}, ${digest}::bytea, ${now}::timestamptz
  ${source ? sql`from ${source}` : empty}`

/** Records an event for the public log in the caller's transaction. */
export const record = (tx: Tx, event: LogEvent) => tx.run(recording(event))
