import { empty } from 'sql-template-tag'
import { sql, type Sql, type Tx } from '../database/connect.ts'

/**
 * The lowest is sent first: email that someone waits for, often a code; email about something already shown
 * on a page; bulk email.
 */
export const PRIORITY = { awaited: 0, told: 1, many: 2 } as const

export type QueuedEmail = {
  /** Which email: a key of the `Emails` handed to the deliveries. */
  topic: string
  /** Ids only: the text is built from current data when the email is sent. */
  payload: Record<string, string | number>
  now: Date
  /** The one job the email is about, so that it is counted there. */
  jobId?: number
  /** At most one email with this key is queued. */
  dedupe?: string
  priority?: (typeof PRIORITY)[keyof typeof PRIORITY]
}

/**
 * The insert as a statement, to use inside a larger one; with `given`, a part of that, only when `given` has
 * a row.
 */
export const emailInsert = (
  { topic, payload, now, jobId, dedupe, priority = PRIORITY.awaited }: QueuedEmail,
  given?: Sql,
): Sql => sql`
  insert into outbox (topic, payload, priority, run_at, created_at, dedupe, job_id)
  select ${topic}, ${JSON.stringify(payload)}::jsonb, ${priority}::smallint, ${now}::timestamptz, ${now}::timestamptz, ${dedupe ?? null}, ${jobId ?? null}::bigint
  ${given ? sql`from ${given}` : empty}
  on conflict (dedupe) do nothing`

/** Queues an email in the caller's transaction: it is sent if, and only if, the transaction commits. */
export const enqueueEmail = (tx: Tx, promised: QueuedEmail) => tx.run(emailInsert(promised))
