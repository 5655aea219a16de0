import { sql, type Tx } from '../database/connect.ts'

export type AuditedMessage = {
  id: number
  job_id: number
  subject: string
  body: string
  /** How many people receive the message, as stored with the message. */
  recipients: number
  state: string
  needs_second: boolean
  sent_by: number
  decided_by: number | null
  stopped_by: number | null
  digest: Buffer | null
  /** The audit entries about the message, oldest first; `by` is the id of the officer. */
  acts: { act: string; by: number | null; digest: string | null }[]
}

/**
 * The next messages with their audit entries. One query reads both, so that they are from the same moment.
 */
export const findAuditedMessages = (db: Tx, after: number, count: number) =>
  db.rows<AuditedMessage>(sql`
    with page as materialized (
      select id, job_id, subject, body, recipients, state, needs_second, sent_by, decided_by, stopped_by, digest
      from messages where id > ${after} order by id limit ${count}),
    entries as (
      select detail ->> 'message' as message, json_agg(json_build_object('act', act, 'by', staff_id, 'digest', detail ->> 'digest') order by id) as acts
      from audit_entries
      where job_id in (select job_id from page)
        and act in ('message.proposed', 'message.sent', 'message.approved', 'message.returned', 'message.stopped', 'message.left')
      group by detail ->> 'message')
    select page.*, coalesce(entries.acts, '[]') as acts from page left join entries on entries.message = page.id::text order by page.id`)

/** The next recipients of all messages, ordered by application, then by message. */
export const findAllRecipients = (
  db: Tx,
  after: { application_id: number; message_id: number },
  count: number,
) =>
  db.rows<{ application_id: number; message_id: number }>(sql`
    select application_id, message_id from message_emails
    where (application_id, message_id) > (${after.application_id}::bigint, ${after.message_id}::bigint) order by application_id, message_id limit ${count}`)

/** Messages that the audit log has but that no longer exist, at most 100. */
export const findDeletedMessages = (db: Tx) =>
  db.rows<{ message: string }>(sql`
    select distinct detail ->> 'message' as message from audit_entries
    where act in ('message.proposed', 'message.sent') and not exists (select from messages where id::text = detail ->> 'message') order by message limit 100`)

/** Which of these ids belong to no message, at most 100. */
export const findUnknownIds = (db: Tx, ids: number[]) =>
  db.rows<{ id: number }>(sql`
    select id from unnest(${ids}::bigint[]) as given (id) where not exists (select from messages where messages.id = given.id) order by id limit 100`)
