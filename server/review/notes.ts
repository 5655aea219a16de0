import { ROLE_WORDS } from '#contract/staff/rights.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { findAccessibleApplication, insertNote, type NoteRow } from './case-store.ts'

export const presentNote = ({ role, at: writtenAt, ...rest }: NoteRow) => ({
  ...rest,
  role: ROLE_WORDS[role].name,
  at: writtenAt.toISOString(),
})

/** Adds an officer's note to an application. The audit log records who wrote a note, but not its text. */
export const writeNote: Handler<'POST /api/staff/applications/{id}/notes/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const found = await findAccessibleApplication(tx, staff, params.id)
    if (!found) throw refuse('not_found')
    const text = body.text.trim()
    const inserted = await insertNote(tx, { applicationId: found.id, staff, text, now })
    if (!inserted) throw refuse('failed')
    await recordAudit(
      tx,
      staff,
      { act: 'note.written', jobId: found.job_id, applicationId: found.id, detail: { note: inserted.id } },
      now,
    )
    return presentNote({ ...inserted, by: staff.name, role: staff.role, at: now, text })
  })
