import type { Correction, CorrectedChange, OwnCorrection } from '#contract/corrections/endpoints.ts'
import { CORRECTED_FIELDS } from '#contract/corrections/words.ts'
import type { Staff } from '../sessions/staff-session.ts'
import type { CorrectionRow } from './store.ts'

/** The fields that a request for a correction changes, each with its old and its new value. */
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

/** A request for a correction as its applicant sees it. It does not show what the first officer said. */
export const presentForApplicant = (row: CorrectionRow): OwnCorrection => ({
  id: row.id,
  changes: presentChanges(row),
  reason: row.reason,
  state: stateOf(row),
  asked_at: row.asked_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
  note: row.correct === false ? row.note : '',
})

/** What the first officer said about the correction; null while no officer has said anything. */
const presentFirst = ({ first_by, first_by_name, first_correct, first_note, first_at }: CorrectionRow) =>
  first_by !== null && first_correct !== null && first_at
    ? {
        by: { id: first_by, name: first_by_name ?? '' },
        correct: first_correct,
        note: first_note,
        at: first_at.toISOString(),
      }
    : null

/** No officer may decide on their own correction. An equal email address shows that it is their own. */
export const isOfficersOwn = ({ email }: CorrectionRow, staff: Staff): boolean => email === staff.email

/** A request for a correction as an officer sees it. */
export const presentWaiting = (row: CorrectionRow, staff: Staff): Correction => ({
  id: row.id,
  person: row.person,
  changes: presentChanges(row),
  reason: row.reason,
  asked_at: row.asked_at.toISOString(),
  evidence: { name: row.evidence_name, flags: row.evidence_flags },
  first: presentFirst(row),
  is_own: isOfficersOwn(row, staff),
  may_decide: row.first_by !== staff.id && !isOfficersOwn(row, staff),
})
