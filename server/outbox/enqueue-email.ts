import { empty } from 'sql-template-tag'
import { sql, type Sql, type Tx } from '../database/connect.ts'

/** The lowest leaves first: what somebody waits for, often a code; what somebody was told on a page already; one of many alike. */
export const PRIORITY = { awaited: 0, told: 1, many: 2 } as const

export type QueuedEmail = {
  /** Which letter: a key of the letters handed to the deliveries. */
  topic: string
  /** Ids only: what the letter says is looked up when it leaves. */
  payload: Record<string, string | number>
  now: Date
  /** The one job it is about, so that it is counted there. */
  jobId?: number
  /** At most one of these is ever promised. */
  dedupe?: string
  priority?: (typeof PRIORITY)[keyof typeof PRIORITY]
}

/** The promise as a statement, to stand inside a larger one; with `given`, a part of that, only when it has a row. */
export const emailInsert = ({ topic, payload, now, jobId, dedupe, priority = PRIORITY.awaited }: QueuedEmail, given?: Sql): Sql => sql`
  insert into outbox (topic, payload, priority, run_at, created_at, dedupe, job_id)
  select ${topic}, ${JSON.stringify(payload)}::jsonb, ${priority}::smallint, ${now}::timestamptz, ${now}::timestamptz, ${dedupe ?? null}, ${jobId ?? null}::bigint
  ${given ? sql`from ${given}` : empty}
  on conflict (dedupe) do nothing`

/** Promises a letter in the caller's transaction: it leaves if, and only if, the transaction commits. */
export const enqueueEmail = (tx: Tx, promised: QueuedEmail) => tx.run(emailInsert(promised))
