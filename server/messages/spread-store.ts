import { MESSAGES } from '#contract/staff/limits.ts'
import { sql, type Tx } from '../database/connect.ts'
import { addNotifications } from '../notifications/add-notification.ts'
import { joined, recipient, type RecipientRow } from './store.ts'
import { enqueueEmails, PRIORITY } from '../outbox/enqueue-email.ts'

export type UnspreadRow = {
  id: number
  job_id: number
  subject: string
  body: string
  digest: Buffer | null
  recipients: number
  was_waiting: boolean
}

/**
 * The due message with the earliest time that is not fully queued, except those in `but`. From now on no one
 * can stop it. A message that another process holds is skipped.
 */
export const takeUnspread = (tx: Tx, now: Date, but: number[]) =>
  tx.row<UnspreadRow>(sql`
    with due as (
      select id, state from messages
      where spread_at is null and state in ('scheduled', 'sent') and leaves_at <= ${now} and id <> all(${but}::bigint[])
      order by leaves_at, id limit 1 for no key update skip locked)
    update messages it set state = 'sent' from due where it.id = due.id
    returning it.id, it.job_id, it.subject, it.body, it.digest, it.recipients, due.state = 'scheduled' as was_waiting`)

/** Some recipients whose emails are not queued yet, locked for this transaction. */
export const claimPart = (tx: Tx, messageId: number) =>
  tx.rows<RecipientRow>(sql`
    select ${recipient}
    from (select application_id from message_emails where message_id = ${messageId} and state = 0 order by application_id limit ${MESSAGES.part} for update) email
    join job_applications it on it.id = email.application_id ${joined}`)

export type Part = {
  messageId: number
  applications: number[]
  users: number[]
  /** The message as each of them reads it. */
  subjects: string[]
  bodies: string[]
  now: Date
}

/** Queues the emails of a part and adds its notifications: all of them, or none. */
export const enqueuePart = (tx: Tx, { messageId, applications, users, subjects, bodies, now }: Part) => {
  const enqueued = enqueueEmails({
    topic: 'messages.letter',
    from: sql`taken`,
    payload: sql`jsonb_build_object('messageId', ${messageId}::bigint, 'applicationId', application_id)`,
    jobId: sql`(select job_id from messages where id = ${messageId})`,
    priority: PRIORITY.bulk,
    now,
  })
  const notified = addNotifications({
    kind: 'message',
    from: sql`taken join part using (application_id)`,
    userId: sql`user_id`,
    values: sql`jsonb_build_object('subject', subject, 'body', body)`,
    url: sql`'/dashboard/applications/' || application_id`,
    now,
  })
  return tx.run(sql`
    with part as (
      select * from unnest(${applications}::bigint[], ${users}::bigint[], ${subjects}::text[], ${bodies}::text[])
        as part (application_id, user_id, subject, body)),
    taken as (
      update message_emails email set state = 1 from part
      where email.message_id = ${messageId} and email.application_id = part.application_id and email.state = 0
      returning email.application_id),
    enqueued as (${enqueued})
    ${notified}`)
}

export const allSpread = (tx: Tx, id: number, now: Date) =>
  tx.run(sql`update messages set spread_at = ${now} where id = ${id}`)
