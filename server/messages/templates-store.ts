import { MESSAGES } from '#contract/messages/limits.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'

// A template is a text that officers use again for messages to applicants.

export type TemplateRow = {
  id: number
  name: string
  subject: string
  body: string
  made_by: number
  made_by_name: string
  made_at: Date
  updated_at: Date
  archived: boolean
}
type TemplateText = { name: string; subject: string; body: string }

const selectTemplates = (where: Sql) => sql`
  select template.id, template.name, subject, body, made_by, staff.name as made_by_name, made_at, updated_at, archived_at is not null as archived
  from message_templates template join staff on staff.id = made_by ${where}`

export const findTemplates = (tx: Tx) =>
  tx.rows<TemplateRow>(
    selectTemplates(
      sql`order by archived_at is not null, lower(template.name), template.id limit ${MESSAGES.maxTemplates}`,
    ),
  )

/** One template, locked until the transaction ends. */
export const lockTemplate = (tx: Tx, id: number) =>
  tx.row<TemplateRow>(selectTemplates(sql`where template.id = ${id} for no key update of template`))

/** Records that an officer wrote a part of a template. Authors may not approve messages based on it. */
export const addAuthor = (tx: Tx, id: number, staffId: number) =>
  tx.run(
    sql`insert into message_template_authors (template_id, staff_id) values (${id}, ${staffId}) on conflict do nothing`,
  )

/**
 * Inserts a template and returns its id. Undefined when the limit of templates is reached. The lock makes
 * inserts run one after the other: two at once could exceed the limit.
 * @throws the constraint error `message_templates_name` when another template in use has this name
 */
export const insertTemplate = async (
  tx: Tx,
  { name, subject, body }: TemplateText,
  staffId: number,
  now: Date,
): Promise<number | undefined> => {
  await tx.row(sql`select pg_advisory_xact_lock(hashtext('portal-templates'))`)
  const inserted = await tx.row<{ id: number }>(sql`
    insert into message_templates (name, subject, body, made_by, made_at, updated_at)
    select ${name}, ${subject}, ${body}, ${staffId}::bigint, ${now}::timestamptz, ${now}::timestamptz
    where (select count(*) from message_templates) < ${MESSAGES.maxTemplates} returning id`)
  if (inserted) await addAuthor(tx, inserted.id, staffId)
  return inserted?.id
}

/**
 * Changes a template.
 * @throws the constraint error `message_templates_name` when another template in use has this name
 */
export const updateTemplate = (tx: Tx, id: number, { name, subject, body }: TemplateText, now: Date) =>
  tx.run(
    sql`update message_templates set name = ${name}, subject = ${subject}, body = ${body}, updated_at = ${now} where id = ${id}`,
  )

/**
 * Archives a template or restores it. Returns 0 when it was archived or restored already.
 * @throws the constraint error `message_templates_name` when another template in use has this name
 */
export const setArchived = (tx: Tx, id: number, archived: boolean, now: Date) =>
  tx.run(sql`
    update message_templates set archived_at = case when ${archived} then ${now}::timestamptz end, updated_at = ${now}
    where id = ${id} and (archived_at is not null) <> ${archived}`)
