import { MESSAGE_WORDS } from '#contract/messages/fields.ts'
import type { MessageTemplate } from '#contract/messages/templates.ts'
import { isDuplicate, type Tx } from '../database/connect.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { recordAudit } from '../staff/record-audit.ts'
import {
  addAuthor,
  lockTemplate,
  findTemplates,
  insertTemplate,
  setArchived,
  type TemplateRow,
  updateTemplate,
} from './templates-store.ts'

const presentTemplate = ({
  made_by,
  made_by_name,
  made_at,
  updated_at,
  ...rest
}: TemplateRow): MessageTemplate => ({
  ...rest,
  made_by: { id: made_by, name: made_by_name },
  made_at: made_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

/** Turns the database error for a duplicate template name into an error at the field `name`. */
const throwAtField = (error: unknown): never => {
  throw isDuplicate(error, 'message_templates_name') ? refuseFields({ name: MESSAGE_WORDS.nameTaken }) : error
}

async function requireTemplate(tx: Tx, id: number): Promise<TemplateRow> {
  const row = await lockTemplate(tx, id)
  if (!row) throw refuse('not_found')
  return row
}

const trimmed = ({ name, subject, body }: { name: string; subject: string; body: string }) => ({
  name: name.trim(),
  subject: subject.trim(),
  body: body.trim(),
})

export const listTemplates: Handler<'GET /api/staff/templates/'> = async (deps) => ({
  results: (await findTemplates(deps.db)).map(presentTemplate),
})

export const createTemplate: Handler<'POST /api/staff/templates/'> = (deps, { body, staff }) =>
  deps.db
    .tx(async (tx) => {
      const now = deps.now()
      const id = await insertTemplate(tx, trimmed(body), staff.id, now)
      if (!id) throw refuse('conflict', { message: MESSAGE_WORDS.tooManyTemplates })
      await recordAudit(tx, staff, { act: 'template.made', detail: { template: id } }, now)
      return presentTemplate(await requireTemplate(tx, id))
    })
    .catch(throwAtField)

export const editTemplate: Handler<'PUT /api/staff/templates/{id}/'> = (deps, { params, body, staff }) =>
  deps.db
    .tx(async (tx) => {
      const now = deps.now()
      const row = await requireTemplate(tx, params.id)
      // The refusal includes the template's present version, so that no officer overwrites it unseen (T22).
      if (row.updated_at.toISOString() !== body.updated_at)
        throw refuse('conflict', { message: MESSAGE_WORDS.changed, also: { current: presentTemplate(row) } })
      await updateTemplate(tx, row.id, trimmed(body), now)
      // An officer who wrote a part of a template may not approve messages that are based on it.
      await addAuthor(tx, row.id, staff.id)
      await recordAudit(tx, staff, { act: 'template.edited', detail: { template: row.id } }, now)
      return presentTemplate(await requireTemplate(tx, row.id))
    })
    .catch(throwAtField)

/** Archives a template or restores it. A repeated call adds no second audit entry. */
export const archiveTemplate: Handler<'POST /api/staff/templates/{id}/archive/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db
    .tx(async (tx) => {
      const now = deps.now()
      const row = await requireTemplate(tx, params.id)
      // A call without `archived` archives the template.
      const archived = body.archived ?? true
      if (await setArchived(tx, row.id, archived, now)) {
        await recordAudit(
          tx,
          staff,
          { act: archived ? 'template.archived' : 'template.taken_back', detail: { template: row.id } },
          now,
        )
      }
      return presentTemplate(await requireTemplate(tx, row.id))
    })
    .catch(throwAtField)
