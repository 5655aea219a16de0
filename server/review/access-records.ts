import { sayReason } from '#contract/decisions/reasons.ts'
import { APPLICATION_WORDS } from '#contract/job-applications/list-words.ts'
import { ACCESS_RECORD_WORDS } from '#contract/job-applications/access-record-words.ts'
import { isNamedKind } from '#contract/jobs/wanted-documents.ts'
import type { AccessRecords } from '#contract/job-applications/access-records.ts'
import { ROLE_WORDS } from '#contract/staff/rights.ts'
import { STATUS_OF, stageOf } from '#contract/review/stages.ts'
import type { Db } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Frozen } from '../job-applications/freeze.ts'
import { type DecisionRow, findDecisions } from './case-store.ts'
import { readFrozen, titleIn } from './facts.ts'
import {
  type AccessAct,
  type AccessRow,
  findAccessRecords,
  findOwnApplication,
} from './access-records-store.ts'

/** What an officer did with an application, in words for the applicant. */
const WORDS: Record<AccessAct, (row: AccessRow, frozen: Partial<Frozen>) => string> = {
  'application.looked_at': ({ blind }) => (blind ? ACCESS_RECORD_WORDS.readBlind : ACCESS_RECORD_WORDS.read),
  'document.opened': ({ kind }, frozen) =>
    kind && isNamedKind(kind)
      ? ACCESS_RECORD_WORDS.openedNamed(titleIn(frozen, kind))
      : // An opened document always has a kind; only the type allows null.
        ACCESS_RECORD_WORDS.opened[kind ?? 'cv'],
  'message.letter_previewed': ({ blind }) =>
    blind ? ACCESS_RECORD_WORDS.emailPreviewedBlind : ACCESS_RECORD_WORDS.emailPreviewed,
  'blind.lifted': () => ACCESS_RECORD_WORDS.names,
  'export.identities_downloaded': () => ACCESS_RECORD_WORDS.file,
  'notice.names_printed': () => ACCESS_RECORD_WORDS.publishedList,
  'support.searched': () => ACCESS_RECORD_WORDS.account,
  'support.looked_at': () => ACCESS_RECORD_WORDS.account,
}

const presentAccess = (row: AccessRow, frozen: Partial<Frozen>): AccessRecords['looks'][number] => ({
  at: row.at.toISOString(),
  role: ROLE_WORDS[row.role].name,
  what: WORDS[row.act](row, frozen),
})

// Officers' stages are internal (L1). So a change of stage is shown only when the applicant's status changes,
// or when the decision has a reason.
const isShownToApplicant = ({ from_stage: from, to_stage: to, reason }: DecisionRow) =>
  reason !== null || from === null || STATUS_OF[stageOf(from)] !== STATUS_OF[stageOf(to)]
const presentDecision = ({
  at: appliedAt,
  to_stage,
  reason,
  proposer,
  approver,
}: DecisionRow): AccessRecords['decisions'][number] => ({
  at: appliedAt.toISOString(),
  status: STATUS_OF[stageOf(to_stage)],
  reason: sayReason(reason),
  by: [proposer, approver].flatMap((entry) => (entry ? [ROLE_WORDS[entry.role].name] : [])),
})

type OwnApplication = NonNullable<Awaited<ReturnType<typeof findOwnApplication>>>

/** What officers did with an application, as its applicant reads it. */
export async function presentAccessRecords(db: Db, application: OwnApplication): Promise<AccessRecords> {
  const records = await findAccessRecords(db, application)
  // A draft has no frozen answers. The empty text then gives an empty object.
  const frozen = readFrozen(application.frozen ?? '')
  return {
    looks: records.map((record) => presentAccess(record, frozen)),
    more: (records[0]?.all ?? 0) - records.length,
    decisions: (await findDecisions(db, application.id)).filter(isShownToApplicant).map(presentDecision),
  }
}

/**
 * What officers did with a person's own application. The refusal is the same for an application of someone
 * else and for one that does not exist. So no one learns which exist (L7).
 */
export const listAccessRecords: Handler<'GET /api/job-applications/{id}/access-records/'> = async (
  deps,
  { applicant, params },
) => {
  const application = await findOwnApplication(deps.db, applicant.userId, params.id)
  if (!application) throw refuse('not_found', { message: APPLICATION_WORDS.notFound })
  return presentAccessRecords(deps.db, application)
}
