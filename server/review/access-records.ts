import { sayReason } from '#contract/decisions/reasons.ts'
import { APPLICATION_WORDS } from '#contract/job-applications/words.ts'
import { ACCESS_RECORD_WORDS } from '#contract/job-applications/access-record-words.ts'
import { isNamedKind } from '#contract/jobs/wanted-documents.ts'
import type { AccessRecords } from '#contract/job-applications/access-records.ts'
import { ROLE_WORDS } from '#contract/staff/rights.ts'
import { STATUS_OF, stageOf } from '#contract/review/stages.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Frozen } from '../job-applications/freeze.ts'
import { type DecisionRow, decisionsOn } from './case-store.ts'
import { readFrozen, titleIn } from './facts.ts'
import { findMine, type AccessKind, type AccessRow, findAccessRecords } from './access-records-store.ts'

const WORDS: Record<AccessKind, (row: AccessRow, frozen: Partial<Frozen>) => string> = {
  'application.looked_at': ({ blind }) => (blind ? ACCESS_RECORD_WORDS.readBlind : ACCESS_RECORD_WORDS.read),
  'document.opened': ({ kind }, frozen) =>
    kind && isNamedKind(kind)
      ? ACCESS_RECORD_WORDS.openedNamed(titleIn(frozen, kind))
      : ACCESS_RECORD_WORDS.opened[kind ?? 'cv'],
  'message.letter_previewed': ({ blind }) =>
    blind ? ACCESS_RECORD_WORDS.letterBlind : ACCESS_RECORD_WORDS.letter,
  'blind.lifted': () => ACCESS_RECORD_WORDS.names,
  'export.identities_downloaded': () => ACCESS_RECORD_WORDS.file,
  'notice.names_printed': () => ACCESS_RECORD_WORDS.notice,
  'support.searched': () => ACCESS_RECORD_WORDS.account,
  'support.looked_at': () => ACCESS_RECORD_WORDS.account,
}
const presentLook = (row: AccessRow, frozen: Partial<Frozen>): AccessRecords['looks'][number] => ({
  at: row.at.toISOString(),
  role: ROLE_WORDS[row.role].name,
  what: WORDS[row.act](row, frozen),
})

// L1: officers' stages are internal. A move is shown when the applicant's status changes, or it has a reason.
const isTold = ({ from_stage: from, to_stage: to, reason }: DecisionRow) =>
  reason !== null || from === null || STATUS_OF[stageOf(from)] !== STATUS_OF[stageOf(to)]
const presentDecision = ({
  at,
  to_stage,
  reason,
  proposer,
  approver,
}: DecisionRow): AccessRecords['decisions'][number] => ({
  at: at.toISOString(),
  status: STATUS_OF[stageOf(to_stage)],
  reason: sayReason(reason),
  by: [proposer, approver].flatMap((entry) => (entry ? [ROLE_WORDS[entry.role].name] : [])),
})

/**
 * What officers did with a person's own application. L7: an application of someone else is refused with the
 * same words as one that does not exist.
 */
export const listAccessRecords: Handler<'GET /api/job-applications/{id}/access-records/'> = async (
  deps,
  { applicant, params },
) => {
  const mine = await findMine(deps.db, applicant.userId, params.id)
  if (!mine) throw refuse('not_found', { message: APPLICATION_WORDS.notFound })
  const records = await findAccessRecords(deps.db, mine)
  const frozen = readFrozen(mine.frozen ?? '')
  return {
    looks: records.map((record) => presentLook(record, frozen)),
    more: (records[0]?.all ?? 0) - records.length,
    decisions: (await decisionsOn(deps.db, mine.id)).filter(isTold).map(presentDecision),
  }
}
