import { ageOn } from '#contract/civil-dates.ts'
import { type StoredReason, sayReason } from '#contract/decisions/reasons.ts'
import { DOCUMENT_KINDS } from '#contract/documents/documents.ts'
import type { ReviewRow } from '#contract/review/review-row.ts'
import { flagsIn, stageOf } from '#contract/review/stages.ts'
import { fullName } from '../job-applications/freeze.ts'
import { isHidden } from './blind.ts'
import { readFrozen } from './facts.ts'
import type { Scope } from './filter.ts'
import type { TableRow } from './table-store.ts'

const NOBODY = { first_name: '', middle_name: '', last_name: '' }

/** A row as this officer may see it: identifying values are null while they are hidden. */
export function presentRow(
  row: TableRow,
  scope: Pick<Scope, 'blind' | 'ageOn'>,
  reason: StoredReason | undefined,
): ReviewRow {
  const { born, frozen, is_open: _, to_stage: to, list_id: list, named_documents: named, ...rest } = row
  const hidden = isHidden(scope, row)
  return {
    ...rest,
    submitted_at: rest.submitted_at.toISOString(),
    name: hidden ? null : fullName({ ...NOBODY, ...readFrozen(frozen ?? '').applicant }),
    gender: hidden ? null : rest.gender,
    is_pwd: hidden ? null : rest.is_pwd,
    age: hidden ? null : (ageOn(born, scope.ageOn) ?? null),
    documents: DOCUMENT_KINDS.filter((_kind, index) => (rest.documents | (named << 2)) & (1 << index)),
    flags: flagsIn(rest.flags),
    stage: stageOf(rest.stage),
    list: list === null || to === null ? null : { id: list, to_stage: stageOf(to) },
    reason: sayReason(reason) || null,
  }
}
