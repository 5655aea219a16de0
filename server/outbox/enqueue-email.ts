import { sql, type Sql, type Tx } from '../database/connect.ts'

/**
 * The lowest is sent first: email that someone waits for, often a code; email about something already shown
 * on a page; bulk email.
 */
export const PRIORITY = { awaited: 0, shown: 1, bulk: 2 } as const
type Priority = (typeof PRIORITY)[keyof typeof PRIORITY]

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
  priority?: Priority
}

/** An email for each row of `from`; the other parts are SQL over its columns. */
export type QueuedEmails = {
  topic: string
  from: Sql
  /** Ids only, as jsonb. */
  payload: Sql
  now: Date
  jobId?: Sql
  dedupe?: Sql
  priority: Priority
}

/** Queues an email for each row of `from`, as a part of a larger statement. */
export const enqueueEmails = ({
  topic,
  from,
  payload,
  now,
  jobId,
  dedupe,
  priority,
}: QueuedEmails): Sql => sql`
  insert into outbox (topic, payload, priority, run_at, created_at, dedupe, job_id)
  select ${topic}, ${payload}, ${priority}::smallint, ${now}::timestamptz, ${now}::timestamptz,
    ${dedupe ?? sql`null::text`}, ${jobId ?? sql`null::bigint`}
  from ${from} ${dedupe ? sql`on conflict (dedupe) do nothing` : sql``}`

/** The insert of one email, for a larger statement: only when `from`, a part of that, has a row. */
export const emailInsert = (
  { topic, payload, now, jobId, dedupe, priority = PRIORITY.awaited }: QueuedEmail,
  from: Sql = sql`(values (1)) once`,
): Sql =>
  enqueueEmails({
    topic,
    from,
    payload: sql`${JSON.stringify(payload)}::jsonb`,
    now,
    ...(jobId === undefined ? {} : { jobId: sql`${jobId}::bigint` }),
    ...(dedupe === undefined ? {} : { dedupe: sql`${dedupe}` }),
    priority,
  })

/** Queues an email in the caller's transaction: it is sent if, and only if, the transaction commits. */
export const enqueueEmail = (tx: Tx, email: QueuedEmail) => tx.run(emailInsert(email))
