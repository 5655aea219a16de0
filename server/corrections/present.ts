import type { Correction, CorrectedChange, OwnCorrection } from '#contract/corrections/endpoints.ts'
import { CORRECTED_FIELDS } from '#contract/corrections/words.ts'
import type { Staff } from '../sessions/staff-session.ts'
import type { CorrectionRow } from './store.ts'

const presentChanges = ({ old_values: before, new_values: after }: CorrectionRow): CorrectedChange[] =>
  CORRECTED_FIELDS.flatMap((field) => {
    const to = after[field]
    return to === undefined ? [] : [{ field, from: before[field] ?? '', to }]
  })

const stateOf = ({ taken_back_at, correct }: CorrectionRow): OwnCorrection['state'] => {
  if (taken_back_at) return 'taken_back'
  if (correct === null) return 'waiting'
  return correct ? 'made' : 'refused'
}

/** A request as its owner sees it. What only one officer thinks is not shown. */
export const presentOwn = (row: CorrectionRow): OwnCorrection => ({
  id: row.id,
  changes: presentChanges(row),
  reason: row.reason,
  state: stateOf(row),
  asked_at: row.asked_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
  note: row.correct === false ? row.note : '',
})

const presentFirst = ({ first_by, first_name, first_correct, first_note, first_at }: CorrectionRow) =>
  first_by !== null && first_correct !== null && first_at
    ? {
        by: { id: first_by, name: first_name ?? '' },
        correct: first_correct,
        note: first_note,
        at: first_at.toISOString(),
      }
    : null

/** No officer decides about their own identity. Only the email shows whose request it is. */
export const isOwn = ({ email }: CorrectionRow, staff: Staff): boolean => email === staff.email

/** A request as an officer sees it. */
export const presentWaiting = (row: CorrectionRow, staff: Staff): Correction => ({
  id: row.id,
  person: row.person,
  changes: presentChanges(row),
  reason: row.reason,
  asked_at: row.asked_at.toISOString(),
  evidence: { name: row.evidence_name, flags: row.evidence_flags },
  first: presentFirst(row),
  is_own: isOwn(row, staff),
  may_decide: row.first_by !== staff.id && !isOwn(row, staff),
})
