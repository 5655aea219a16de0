import { sql, type Sql, type Tx } from '../database/connect.ts'

/**
 * Priorities of emails: the lowest number is sent first. `awaited`: someone waits for the email, often for a
 * code. `shown`: a page already shows its content. `bulk`: many people get it at once.
 */
export const PRIORITY = { awaited: 0, shown: 1, bulk: 2 } as const
type Priority = (typeof PRIORITY)[keyof typeof PRIORITY]

export type QueuedEmail = {
  /** The kind of email: the key of the function in `Emails` that builds it. */
  topic: string
  /** Ids of what the email is about. Its text is built from current data when it is sent. */
  payload: Record<string, string | number | boolean>
  now: Date
  /** The job that the email is about. That job's reports count the email. */
  jobId?: number
  /** A key of the email: no second email with this key is queued. */
  dedupe?: string
  /** `awaited` by default. */
  priority?: Priority
}

/** Emails to queue: one for each row of `from`. The other SQL parts are expressions over its columns. */
type QueuedEmails = {
  topic: string
  from: Sql
  /** The ids of what the email is about, as jsonb. */
  payload: Sql
  now: Date
  jobId?: Sql
  dedupe?: Sql
  priority: Priority
}

/** SQL that queues an email for each row of `from`, as a part of a larger statement. */
export const emailsInsert = ({
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

/** SQL with exactly one row, to queue a single email. */
const ONE_ROW = sql`(values (1)) one_row`

/**
 * SQL that queues one email, as a part of a larger statement. With another `from`, it queues the email only
 * if that query has a row.
 */
export const emailInsert = (
  { topic, payload, now, jobId, dedupe, priority = PRIORITY.awaited }: QueuedEmail,
  from: Sql = ONE_ROW,
): Sql =>
  emailsInsert({
    topic,
    from,
    payload: sql`${JSON.stringify(payload)}::jsonb`,
    now,
    ...(jobId === undefined ? {} : { jobId: sql`${jobId}::bigint` }),
    ...(dedupe === undefined ? {} : { dedupe: sql`${dedupe}` }),
    priority,
  })

/** Queues an email in the caller's transaction. The email is sent only if the transaction commits. */
export const enqueueEmail = (tx: Tx, email: QueuedEmail) => tx.run(emailInsert(email))
