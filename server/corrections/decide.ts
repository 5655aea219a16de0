import { CORRECTED_FIELDS, PROFILE_CORRECTION_WORDS as WORDS } from '#contract/corrections/words.ts'
import { MEDIA_TYPES } from '#contract/documents/documents.ts'
import { isDuplicate, type Tx } from '../database/connect.ts'
import type { Handler } from '../endpoints/serve.ts'
import { refuse } from '../http/refuse.ts'
import { addNotification } from '../notifications/add-notification.ts'
import { enqueueEmail } from '../outbox/enqueue-email.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { isOfficersOwn, presentWaiting } from './present.ts'
import {
  applyValues,
  clearFirst,
  type CorrectionRow,
  findOneWaiting,
  findWaiting,
  lockValues,
  lockWaiting,
  saveDecision,
  saveFirst,
} from './store.ts'

// The officers' side of corrections: two officers compare a request with its document, and decide on it.

export const listCorrections: Handler<'GET /api/staff/corrections/'> = async (deps, { staff }) => ({
  results: (await findWaiting(deps.db)).map((row) => presentWaiting(row, staff)),
})

/**
 * Sends an officer the document of a waiting request. The audit entry is written first, so that no document
 * is sent without one.
 */
export const openEvidence: Handler<'GET /api/staff/corrections/{id}/evidence/'> = async (
  deps,
  { params, staff },
) => {
  const row = await findOneWaiting(deps.db, params.id)
  if (!row?.evidence_hash || !row.evidence_type || row.evidence_size === null) throw refuse('not_found')
  const stream = await deps.files.store.open(row.evidence_hash.toString('hex'), row.evidence_size)
  if (!stream) throw refuse('not_found')
  try {
    const entry = { act: 'correction.evidence_opened', userId: row.user_id, detail: { correction: row.id } }
    await deps.db.tx((tx) => recordAudit(tx, staff, entry, deps.now()))
  } catch (error) {
    stream.destroy()
    throw error
  }
  return {
    stream,
    name: `correction-${row.id}.${row.evidence_type}`,
    type: MEDIA_TYPES[row.evidence_type],
    size: row.evidence_size,
  }
}

/** Writes the corrected values, unless the profile has changed since the person asked for the correction. */
async function applyCorrection(tx: Tx, { user_id: userId, old_values, new_values }: CorrectionRow) {
  const currentValues = await lockValues(tx, userId)
  const isAsBefore = CORRECTED_FIELDS.every(
    (field) => old_values[field] === undefined || old_values[field] === currentValues?.[field],
  )
  if (!currentValues || !isAsBefore) throw refuse('conflict', { message: WORDS.changed })
  await applyValues(tx, userId, { ...currentValues, ...new_values })
}

/** Notifies the person of the decision, also by email. `correct`: the officers accepted the correction. */
async function notifyPerson(tx: Tx, { id, user_id: userId }: CorrectionRow, correct: boolean, now: Date) {
  await addNotification(tx, {
    userId,
    kind: correct ? 'correction_made' : 'correction_refused',
    values: {},
    url: '/dashboard/corrections',
    now,
  })
  await enqueueEmail(tx, { topic: 'corrections.decided', payload: { userId, correctionId: id }, now })
}

/**
 * Two officers say, one after the other, whether the document proves the correction. If both say the same,
 * the request is decided. If they differ, both answers are dropped, so that two officers decide again. No
 * officer alone decides about a person's identity (T32).
 */
export const decideCorrection: Handler<'POST /api/staff/corrections/{id}/decide/'> = (
  deps,
  { params, body, staff },
) => {
  const now = deps.now()
  const { correct } = body
  const decision = { by: staff.id, correct, note: body.note.trim(), now }
  return deps.db
    .tx(async (tx) => {
      const row = await lockWaiting(tx, params.id)
      if (!row) throw refuse('not_found')
      if (isOfficersOwn(row, staff)) throw refuse('second_person', { message: WORDS.ownRequest })
      if (row.first_by === staff.id) throw refuse('second_person', { message: WORDS.secondPerson })
      const audit = (action: string) =>
        recordAudit(
          tx,
          staff,
          {
            act: action,
            userId: row.user_id,
            // The officers' note may name the person, so it is not in the audit log, which is kept for good.
            detail: { correction: row.id, correct, fields: Object.keys(row.new_values) },
          },
          now,
        )
      if (row.first_by === null) {
        await saveFirst(tx, row.id, decision)
        await audit('correction.first_decided')
        return { outcome: 'waits' as const }
      }
      if (row.first_correct !== correct) {
        await clearFirst(tx, row.id)
        await audit('correction.differed')
        return { outcome: 'differs' as const }
      }
      if (correct) await applyCorrection(tx, row)
      await saveDecision(tx, row.id, decision)
      await notifyPerson(tx, row, correct, now)
      await audit(correct ? 'correction.made' : 'correction.refused')
      return { outcome: correct ? ('made' as const) : ('refused' as const) }
    })
    .catch((error: unknown) => {
      const isNumberOfAnotherAccount = isDuplicate(error, 'users_document')
      throw isNumberOfAnotherAccount ? refuse('conflict', { message: WORDS.numberTaken }) : error
    })
}
