import { sql, type Sql, type Tx } from '../database/connect.ts'

/**
 * The lowest number is sent first. `awaited`: someone waits for the email, often for a code. `shown`: its
 * content is already shown on a page. `bulk`: many people get it at once.
 */
export const PRIORITY = { awaited: 0, shown: 1, bulk: 2 } as const
type Priority = (typeof PRIORITY)[keyof typeof PRIORITY]

export type QueuedEmail = {
  /** The key of the function in `Emails` that builds the email. */
  topic: string
  /** Ids only: the text is built from current data when the email is sent. */
  payload: Record<string, string | number>
  now: Date
  /** The job that the email is about. The reports of that job count it. */
  jobId?: number
  /** At most one email with this key is queued. */
  dedupe?: string
  /** `awaited` by default. */
  priority?: Priority
}

/** An email for each row of `from`. The other parts are SQL expressions over its columns. */
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

/** The insert of an email for each row of `from`, as a part of a larger statement. */
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

/** A source with exactly one row, so that exactly one email is queued. */
const ONE_ROW = sql`(values (1)) one_row`

/**
 * The insert of one email, as a part of a larger statement. With another `from`, it writes only when that
 * query has a row.
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

/** Queues an email in the caller's transaction: it is sent if, and only if, the transaction commits. */
export const enqueueEmail = (tx: Tx, email: QueuedEmail) => tx.run(emailInsert(email))
