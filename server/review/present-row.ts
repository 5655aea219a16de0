import { ageOn } from '#contract/civil-dates.ts'
import { type StoredReason, sayReason } from '#contract/decisions/reasons.ts'
import { DOCUMENT_KINDS } from '#contract/documents/documents.ts'
import { deletedPerson } from '#contract/erasure/words.ts'
import type { ReviewRow } from '#contract/review/review-row.ts'
import { flagsIn, stageOf } from '#contract/review/stages.ts'
import { fullName } from '../job-applications/freeze.ts'
import { isHidden } from './blind.ts'
import { readFrozen } from './facts.ts'
import type { Scope } from './filter.ts'
import type { TableRow } from './table-store.ts'

/** The name parts of an application whose frozen answers have no applicant. */
const NO_NAME = { first_name: '', middle_name: '', last_name: '' }
/**
 * `documents` has a bit for the CV and one for the cover letter. Bits of the job's other documents follow.
 */
const USUAL_DOCUMENT_BITS = 2

/** A row of the table of applications, as this officer may see it. Hidden identity values are null. */
export function presentRow(
  row: TableRow,
  scope: Pick<Scope, 'blind' | 'ageOn'>,
  reason: StoredReason | undefined,
): ReviewRow {
  // `rest` has the values that the response contains. Some of them are replaced or hidden below.
  const {
    born,
    frozen,
    is_open: _isOpen,
    is_deleted: isDeleted,
    to_stage,
    list_id,
    named_documents,
    ...rest
  } = row
  const hidden = isDeleted || isHidden(scope, row)
  const name = hidden ? null : fullName({ ...NO_NAME, ...readFrozen(frozen ?? '').applicant })
  const documentBits = rest.documents | (named_documents << USUAL_DOCUMENT_BITS)
  return {
    ...rest,
    submitted_at: rest.submitted_at.toISOString(),
    name: isDeleted ? deletedPerson(rest.id) : name,
    gender: hidden ? null : rest.gender,
    is_pwd: hidden ? null : rest.is_pwd,
    age: hidden ? null : (ageOn(born, scope.ageOn) ?? null),
    documents: DOCUMENT_KINDS.filter((_kind, index) => documentBits & (1 << index)),
    flags: flagsIn(rest.flags),
    stage: stageOf(rest.stage),
    list: list_id === null || to_stage === null ? null : { id: list_id, to_stage: stageOf(to_stage) },
    reason: sayReason(reason) || null,
  }
}
