import { MESSAGES } from '#contract/limits.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import type { ValuesRow } from './values.ts'

export type RecipientRow = ValuesRow & { application_id: number; user_id: number }

// The job is called as it was when the application was sent (L8), the person as they are called now.
const recipient = sql`
  it.id as application_id, it.user_id, first_name, last_name, it.reference_number, it.status, it.submitted_at, jobs.expiry_date,
  jobs.reference as job_reference, made.frozen::jsonb -> 'job' ->> 'title' as job_title`
const joined = sql`
  join submissions made on made.application_id = it.id join users on users.id = it.user_id join jobs on jobs.id = it.job_id`

/** One recipient of a message that was sent, with its words. */
export const findRecipient = (tx: Tx, messageId: number, applicationId: number) =>
  tx.row<RecipientRow & { email: string; subject: string; body: string }>(sql`
    select ${recipient}, users.email, messages.subject, messages.body
    from message_letters one join messages on messages.id = one.message_id join job_applications it on it.id = one.application_id ${joined}
    where one.message_id = ${messageId} and one.application_id = ${applicationId}`)

/** The first of those that are chosen, of `application_facts it`. */
export const findFirst = (tx: Tx, chosen: Sql) =>
  tx.rows<RecipientRow & { is_open: boolean }>(sql`
    select ${recipient}, facts.is_open
    from (select it.application_id, it.is_open, it.submitted_at from application_facts it where ${chosen}
      order by it.submitted_at, it.application_id limit ${MESSAGES.previews}) facts
    join job_applications it on it.id = facts.application_id ${joined} order by facts.submitted_at, facts.application_id`)

export const countChosen = async (tx: Tx, chosen: Sql): Promise<number> =>
  (await tx.row<{ count: number }>(sql`select count(*) as count from application_facts it where ${chosen}`))?.count ?? 0

export type NewMessage = {
  jobId: number
  key: string
  template: number | undefined
  subject: string
  body: string
  filter: string | null
  recipients: number
  staffId: number
  now: Date
}

/** Undefined when the officer has sent something under this key already. */
export const insertMessage = async (tx: Tx, it: NewMessage): Promise<number | undefined> =>
  (
    await tx.row<{ id: number }>(sql`
      insert into messages (job_id, key, template_id, subject, body, filter, recipients, sent_by, sent_at)
      values (${it.jobId}, ${it.key}, ${it.template ?? null}, ${it.subject}, ${it.body}, ${it.filter}, ${it.recipients}, ${it.staffId}, ${it.now})
      on conflict on constraint messages_once do nothing returning id`)
  )?.id

export const findByKey = async (tx: Tx, staffId: number, key: string): Promise<number | undefined> =>
  (await tx.row<{ id: number }>(sql`select id from messages where sent_by = ${staffId} and key = ${key}`))?.id

/** Settles who gets it; how many that are. */
export const insertRecipients = (tx: Tx, messageId: number, chosen: Sql) =>
  tx.run(sql`insert into message_letters (message_id, application_id) select ${messageId}::bigint, it.application_id from application_facts it where ${chosen}`)

export const countedRecipients = (tx: Tx, messageId: number, recipients: number) =>
  tx.run(sql`update messages set recipients = ${recipients} where id = ${messageId}`)

export type MessageRow = {
  id: number
  job_id: number
  subject: string
  body: string
  template_id: number | null
  template_name: string | null
  filter: string | null
  sent_by: number
  sent_by_name: string
  sent_at: Date
  recipients: number
  waiting: number
  failed: number
}

const selectMessages = (where: Sql) => sql`
  select it.id, it.job_id, it.subject, it.body, template_id, message_templates.name as template_name, it.filter, sent_by, staff.name as sent_by_name, sent_at, recipients,
    (select count(*) from message_letters where message_id = it.id and state = 0) + (select count(*) from message_letters where message_id = it.id and state = 1)
      as waiting,
    (select count(*) from message_letters where message_id = it.id and state = 3) as failed
  from messages it join staff on staff.id = sent_by left join message_templates on message_templates.id = template_id ${where}`

export const findMessages = (tx: Tx, jobId: number, before: number) =>
  tx.rows<MessageRow>(selectMessages(sql`where it.job_id = ${jobId} and it.id < ${before} order by it.id desc limit ${MESSAGES.pageSize + 1}`))
export const findMessage = (tx: Tx, id: number) => tx.row<MessageRow>(selectMessages(sql`where it.id = ${id}`))

export const findJob = (tx: Tx, id: number) =>
  tx.row<{ id: number; reference: string; title: string }>(sql`select id, reference, title from jobs where id = ${id}`)

export type UnspreadRow = { id: number; subject: string; body: string }

/** The oldest message that is not handed on whole, but for these. */
export const findUnspread = (tx: Tx, but: number[]) =>
  tx.row<UnspreadRow>(sql`
    select id, subject, body from messages where spread_at is null and id <> all(${but}::bigint[]) order by id limit 1 for no key update skip locked`)

/** Some whose letters are still to be promised; nobody else takes them meanwhile. */
export const claimPart = (tx: Tx, messageId: number) =>
  tx.rows<RecipientRow>(sql`
    select ${recipient}
    from (select application_id from message_letters where message_id = ${messageId} and state = 0 order by application_id limit ${MESSAGES.part} for update) one
    join job_applications it on it.id = one.application_id ${joined}`)

export type Part = { messageId: number; applications: number[]; users: number[]; notices: string[]; now: Date }

/** Promises the letters of a part and leaves its notices: all of it, or nothing. */
export const promisePart = (tx: Tx, { messageId, applications, users, notices, now }: Part) =>
  tx.run(sql`
    with part as (select * from unnest(${applications}::bigint[], ${users}::bigint[], ${notices}::text[]) as part (application_id, user_id, notice)),
    taken as (
      update message_letters it set state = 1 from part where it.message_id = ${messageId} and it.application_id = part.application_id and it.state = 0
      returning it.application_id),
    promised as (
      insert into outbox (topic, payload, priority, run_at, created_at, job_id)
      select 'messages.letter', jsonb_build_object('messageId', ${messageId}::bigint, 'applicationId', application_id), 1, ${now}, ${now},
        (select job_id from messages where id = ${messageId}) from taken)
    insert into notifications (user_id, type, message, url, created_at)
    select user_id, 'message', notice, '/dashboard/applications/' || application_id, ${now}::timestamptz from taken join part using (application_id)`)

export const allSpread = (tx: Tx, id: number, now: Date) => tx.run(sql`update messages set spread_at = ${now} where id = ${id}`)
