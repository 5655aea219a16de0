import { sql, type Tx } from '../database/connect.ts'
import { notificationsInsert } from '../notifications/add-notification.ts'
import { joinRecipient, recipientColumns, type RecipientRow } from './store.ts'
import { emailsInsert, PRIORITY } from '../outbox/enqueue-email.ts'

/** How many emails of a message one transaction queues. */
export const BATCH_SIZE = 500

type UnspreadRow = {
  id: number
  job_id: number
  subject: string
  body: string
  /** The digest of the text and the recipients; null for old messages, sent before digests existed. */
  digest: Buffer | null
  recipients: number
  /** True if no email of the message was queued before. */
  is_first_batch: boolean
}

/**
 * Takes the message that is due for longest and has emails that are not queued yet (`spread_at` is null).
 * From now on no one can stop it. Messages in `exceptIds`, and messages that another process has locked, are
 * skipped.
 */
export const takeUnspread = (tx: Tx, now: Date, exceptIds: number[]) =>
  tx.row<UnspreadRow>(sql`
    with due as (
      select id, state from messages
      where spread_at is null and state in ('scheduled', 'sent') and leaves_at <= ${now} and id <> all(${exceptIds}::bigint[])
      order by leaves_at, id limit 1 for no key update skip locked)
    update messages message set state = 'sent' from due where message.id = due.id
    returning message.id, message.job_id, message.subject, message.body, message.digest, message.recipients, due.state = 'scheduled' as is_first_batch`)

/**
 * Claims the message's next emails that are not queued (state 0), and locks them until the transaction ends.
 * `claimed`: how many. `recipients`: the people who get one. The other emails become undeliverable (state 3),
 * because the applicant withdrew the application or deleted the account.
 */
export const claimBatch = async (tx: Tx, messageId: number) => {
  const emails = await tx.rows<{ application_id: number }>(sql`
    select application_id from message_emails where message_id = ${messageId} and state = 0 order by application_id limit ${BATCH_SIZE} for update`)
  const ids = emails.map((row) => row.application_id)
  const recipients = await tx.rows<RecipientRow>(sql`
    select ${recipientColumns} from job_applications application ${joinRecipient} where application.id = any(${ids}::bigint[]) and application.withdrawn_at is null`)
  const reachedIds = recipients.map((row) => row.application_id)
  if (reachedIds.length < ids.length)
    await tx.run(sql`
      update message_emails set state = 3
      where message_id = ${messageId} and application_id = any(${ids}::bigint[]) and application_id <> all(${reachedIds}::bigint[]) and state = 0`)
  return { claimed: ids.length, recipients }
}

/** A batch of a message's emails. Array entries with the same index belong to the same recipient. */
type Batch = {
  messageId: number
  applications: number[]
  users: number[]
  /** The message's text for each recipient, with their values filled in. */
  subjects: string[]
  bodies: string[]
  now: Date
}

/**
 * Queues the emails of a batch and adds its notifications: all of them, or none. The inserts read `taken` and
 * `batch`, which the statement at the end defines. `taken` has the recipients without a queued email: their
 * state in `message_emails` changes from 0 to 1.
 */
export const enqueueBatch = (tx: Tx, { messageId, applications, users, subjects, bodies, now }: Batch) => {
  const insertEmails = emailsInsert({
    topic: 'messages.letter',
    from: sql`taken`,
    payload: sql`jsonb_build_object('messageId', ${messageId}::bigint, 'applicationId', application_id)`,
    jobId: sql`(select job_id from messages where id = ${messageId})`,
    priority: PRIORITY.bulk,
    now,
  })
  const insertNotifications = notificationsInsert({
    kind: 'message',
    from: sql`taken join batch using (application_id)`,
    userId: sql`user_id`,
    values: sql`jsonb_build_object('subject', subject, 'body', body)`,
    url: sql`'/dashboard/applications/' || application_id`,
    now,
  })
  return tx.run(sql`
    with batch as (
      select * from unnest(${applications}::bigint[], ${users}::bigint[], ${subjects}::text[], ${bodies}::text[])
        as batch (application_id, user_id, subject, body)),
    taken as (
      update message_emails email set state = 1 from batch
      where email.message_id = ${messageId} and email.application_id = batch.application_id and email.state = 0
      returning email.application_id),
    enqueued as (${insertEmails})
    ${insertNotifications}`)
}

export const markSpread = (tx: Tx, id: number, now: Date) =>
  tx.run(sql`update messages set spread_at = ${now} where id = ${id}`)
