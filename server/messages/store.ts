import { MESSAGES } from '#contract/messages/limits.ts'
import type { Language } from '#contract/language/paths.ts'
import type { MessageState } from '#contract/messages/endpoints.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import type { ValuesRow } from './values.ts'

// A message is an email that an officer writes to applicants of a job. `message_emails` has its recipients.

export type RecipientRow = ValuesRow & { application_id: number; user_id: number }

// The columns and the join of a recipient, for a query in which `application` is a row of `job_applications`.
// Emails name the job by its title when the application was sent (L8), but the person by their present name.
export const recipientColumns = sql`
  application.id as application_id, application.user_id, first_name, last_name, application.reference_number, application.status, application.submitted_at, jobs.expiry_date,
  jobs.reference as job_reference, submission.frozen::jsonb -> 'job' ->> 'title' as job_title`
export const joinRecipient = sql`
  join submissions submission on submission.application_id = application.id join users on users.id = application.user_id join jobs on jobs.id = application.job_id`

/**
 * One recipient of a sent message, and the message's text. Undefined when the recipient has withdrawn the
 * application, or deleted the account.
 */
export const findRecipient = (tx: Tx, messageId: number, applicationId: number) =>
  tx.row<RecipientRow & { email: string; language: Language; subject: string; body: string }>(sql`
    select ${recipientColumns}, users.email, users.language, messages.subject, messages.body
    from message_emails email join messages on messages.id = email.message_id join job_applications application on application.id = email.application_id ${joinRecipient}
    where email.message_id = ${messageId} and email.application_id = ${applicationId} and application.withdrawn_at is null`)

/**
 * The recipients whose emails are previewed: those who applied first. `chosen` is an SQL condition on
 * `application_facts facts`.
 */
export const findFirstRecipients = (tx: Tx, chosen: Sql) =>
  tx.rows<RecipientRow & { is_open: boolean }>(sql`
    select ${recipientColumns}, facts.is_open
    from (select facts.application_id, facts.is_open, facts.submitted_at from application_facts facts where ${chosen}
      order by facts.submitted_at, facts.application_id limit ${MESSAGES.previews}) facts
    join job_applications application on application.id = facts.application_id ${joinRecipient} order by facts.submitted_at, facts.application_id`)

export const countChosen = async (tx: Tx, chosen: Sql): Promise<number> =>
  (
    await tx.row<{ count: number }>(
      sql`select count(*) as count from application_facts facts where ${chosen}`,
    )
  )?.count ?? 0

/** The id of an officer's message with this key. When a page repeats a call, it sends the same key again. */
export const findByKey = async (tx: Tx, staffId: number, key: string): Promise<number | undefined> =>
  (await tx.row<{ id: number }>(sql`select id from messages where sent_by = ${staffId} and key = ${key}`))?.id

/** Whether all recipients of a message meet this SQL condition on `application_facts facts`. */
export const allRecipientsMatch = async (tx: Tx, id: number, condition: Sql): Promise<boolean> =>
  (await tx.row(sql`
    select from message_emails email where message_id = ${id} and not exists (
      select from application_facts facts where facts.application_id = email.application_id and (${condition}))
    limit 1`)) === undefined

export type MessageRow = {
  id: number
  job_id: number
  job_reference: string
  job_title: string
  subject: string
  body: string
  /** The template of the message's text; null for a text without a template. */
  template_id: number | null
  template_name: string | null
  /**
   * The filter that chose the recipients, as `storedFilter` writes it. Null when they were chosen one by one.
   */
  filter: string | null
  state: MessageState
  needs_second: boolean
  /** SHA-256 of the text and the recipients; null for old messages, from before digests existed. */
  digest: Buffer | null
  sent_by: number
  sent_by_name: string
  sent_at: Date
  decided_by: number | null
  decided_by_name: string | null
  decided_at: Date | null
  /** What the second person wrote about the decision; '' if they wrote nothing. */
  note: string
  /** When the emails are sent, unless someone stops the message before; null before its approval. */
  leaves_at: Date | null
  stopped_by: number | null
  stopped_by_name: string | null
  stopped_at: Date | null
  stop_reason: string
  recipients: number
  /** How many emails wait to be sent, and how many the mail servers refused for good. */
  waiting: number
  failed: number
  /** Whether the officer who reads the message wrote part of its template. */
  wrote_template: boolean
}

// The SQL for messages. `state` in `message_emails`: 0 not queued, 1 queued but not sent, 2 sent, 3 failed.
// Each counted state has its own query, which can use the index. Sent emails have no index and are not
// counted. `reader` is the officer who reads the messages.
const selectMessages = (reader: number, where: Sql) => sql`
  select message.id, message.job_id, jobs.reference as job_reference, jobs.title as job_title, message.subject, message.body, template_id,
    message_templates.name as template_name, message.filter, message.state, message.needs_second, message.digest, sent_by, sender.name as sent_by_name, sent_at,
    decided_by, decider.name as decided_by_name, decided_at, message.note, message.leaves_at, stopped_by, stopper.name as stopped_by_name, stopped_at, stop_reason, recipients,
    case when message.state <> 'sent' then 0 else (select count(*) from message_emails where message_id = message.id and state = 0)
      + (select count(*) from message_emails where message_id = message.id and state = 1) end as waiting,
    (select count(*) from message_emails where message_id = message.id and state = 3) as failed,
    exists (select from message_template_authors author where author.template_id = message.template_id and author.staff_id = ${reader}) as wrote_template
  from messages message join jobs on jobs.id = message.job_id join staff sender on sender.id = sent_by left join staff decider on decider.id = decided_by
    left join staff stopper on stopper.id = stopped_by left join message_templates on message_templates.id = template_id ${where}`

/** The messages about a job with ids below `before`; one more than fits on a page, if a page follows. */
export const findMessages = (tx: Tx, reader: number, jobId: number, before: number) =>
  tx.rows<MessageRow>(
    selectMessages(
      reader,
      sql`where message.job_id = ${jobId} and message.id < ${before} order by message.id desc limit ${MESSAGES.pageSize + 1}`,
    ),
  )
/** Finds one message. `reader` is the officer who reads it. */
export const findMessage = (tx: Tx, reader: number, id: number) =>
  tx.row<MessageRow>(selectMessages(reader, sql`where message.id = ${id}`))

/**
 * Finds a message, as `findMessage`, and locks it until the transaction ends. Until then no one else changes
 * it, and none of its emails is sent.
 */
export const lockMessage = async (tx: Tx, reader: number, id: number) => {
  await tx.row(sql`select id from messages where id = ${id} for no key update`)
  return findMessage(tx, reader, id)
}

/** SQL condition on `application_facts facts` that selects the recipients of an unsent message. */
export const isUnsentRecipient = (id: number): Sql =>
  sql`facts.application_id in (select application_id from message_emails where message_id = ${id} and state = 0)`

/** How many recipients of an unsent message are at each stage of their application. */
export const countStages = (tx: Tx, id: number) =>
  tx.rows<{ stage: number; count: number }>(sql`
    select facts.stage, count(*)::int as count from message_emails email join application_facts facts on facts.application_id = email.application_id
    where email.message_id = ${id} and email.state = 0 group by facts.stage order by facts.stage`)

export const findJob = (tx: Tx, id: number) =>
  tx.row<{ id: number; reference: string; title: string }>(
    sql`select id, reference, title from jobs where id = ${id}`,
  )
