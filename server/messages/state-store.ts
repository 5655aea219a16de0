import { SENDING } from '#contract/messages/limits.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'

export type NewMessage = {
  jobId: number
  /** A random key of the message from the page. When the page repeats a call, it sends the same key. */
  key: string
  /** The id of the template that the text is based on; undefined for a text without one. */
  template: number | undefined
  subject: string
  body: string
  /** The filter that chose the recipients; null when they were chosen one by one. */
  filter: string | null
  /** SHA-256 of the message's text. */
  textHash: Buffer
  /**
   * How many recipients the officer saw. If undefined, it equals no number, and the message is not inserted.
   */
  expected: number | undefined
  staffId: number
  leavesAt: Date
  now: Date
}

/** SQL: how many people the officer wrote to in the last `aloneMinutes` without a second person. */
const selectReachedAlone = (staffId: number, now: Date) => sql`
  select coalesce(sum(recipients), 0)::int as reached from messages
  where sent_by = ${staffId} and not needs_second and state <> 'stopped' and sent_at > ${new Date(now.getTime() - SENDING.aloneMinutes * 60_000)}::timestamptz`

/**
 * How many people an officer wrote to in the last hour without a second person. Several small messages count
 * together, so that they cannot replace a large one.
 */
export const countReachedAlone = async (tx: Tx, staffId: number, now: Date): Promise<number> =>
  (await tx.row<{ reached: number }>(selectReachedAlone(staffId, now)))?.reached ?? 0

/** Lets one officer send only one message at a time. Otherwise each of several would not count the others. */
export const lockSending = (tx: Tx, staffId: number) =>
  tx.row(sql`select pg_advisory_xact_lock(hashtextextended('messages.send', ${staffId}::bigint))`)

/**
 * Inserts a message and its recipients if their number is `expected`. `chosen` is an SQL condition on
 * `application_facts facts`. Returns the number of recipients, and the message's id, which is null without an
 * insert. The digest is the SHA-256 of the text's hash and all application ids in order. If this message and
 * those of the last hour have too many recipients, it waits for a second person (`proposed`).
 */
export const insertMessage = async (tx: Tx, message: NewMessage, chosen: Sql) => {
  // If `id` is null, `needs_second` has no meaning.
  const row = await tx.row<{
    recipients: number
    id: number | null
    needs_second: boolean
    digest: Buffer
  }>(sql`
    with chosen as materialized (select facts.application_id from application_facts facts where ${chosen}),
    counted as (
      select count(*)::int as recipients, sha256(${message.textHash}::bytea || coalesce(string_agg(int8send(application_id), ''::bytea order by application_id), '')) as digest
      from chosen),
    sent_alone as (${selectReachedAlone(message.staffId, message.now)}),
    inserted as (
      insert into messages (job_id, key, template_id, subject, body, filter, recipients, digest, needs_second, state, leaves_at, sent_by, sent_at)
      select ${message.jobId}, ${message.key}, ${message.template ?? null}, ${message.subject}, ${message.body}, ${message.filter}, recipients, digest, is_many,
        case when is_many then 'proposed' else 'scheduled' end, case when not is_many then ${message.leavesAt}::timestamptz end, ${message.staffId}, ${message.now}
      from (select recipients, digest, recipients + reached > ${SENDING.maxRecipientsAlone}::int as is_many from counted, sent_alone) found
      where recipients = ${message.expected ?? null}::int and recipients > 0 returning id, needs_second),
    added as (insert into message_emails (message_id, application_id) select inserted.id, chosen.application_id from inserted, chosen)
    select counted.recipients, counted.digest, inserted.id, inserted.needs_second from counted left join inserted on true`)
  // The query always returns a row. This value is only for the type checker.
  return row ?? { recipients: 0, id: null, needs_second: true, digest: Buffer.alloc(0) }
}

/**
 * The digest of an unsent message. It is computed again from the stored rows, as in `insertMessage`. It also
 * covers recipients who deleted their account meanwhile (state 3). One query for each state can use an index.
 */
export const digestOf = async (tx: Tx, id: number, textHash: Buffer): Promise<string> => {
  const row = await tx.row<{ digest: Buffer }>(sql`
    select sha256(${textHash}::bytea || coalesce(string_agg(int8send(application_id), ''::bytea order by application_id), '')) as digest
    from (
      select application_id from message_emails where message_id = ${id} and state = 0
      union all
      select application_id from message_emails where message_id = ${id} and state = 3) recipient`)
  return row?.digest.toString('hex') ?? ''
}

type Decision = { by: number; note: string; now: Date }

/** Stores an approval. The constraint `messages_second_person` refuses it from the message's own author. */
export const saveApproval = (
  tx: Tx,
  id: number,
  { by, note, now, leavesAt }: Decision & { leavesAt: Date },
) =>
  tx.run(sql`
    update messages set state = 'scheduled', decided_by = ${by}, decided_at = ${now}, note = ${note}, leaves_at = ${leavesAt}
    where id = ${id} and state = 'proposed'`)

export const saveReturn = (tx: Tx, id: number, { by, note, now }: Decision) =>
  tx.run(
    sql`update messages set state = 'returned', decided_by = ${by}, decided_at = ${now}, note = ${note} where id = ${id} and state = 'proposed'`,
  )

export const saveStop = (tx: Tx, id: number, values: { by: number; reason: string; now: Date }) =>
  tx.run(sql`
    update messages set state = 'stopped', stopped_by = ${values.by}, stopped_at = ${values.now}, stop_reason = ${values.reason}
    where id = ${id} and state in ('proposed', 'scheduled')`)
