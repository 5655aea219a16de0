import { sayReason } from '#contract/decisions/reasons.ts'
import type { Reply } from '#contract/endpoints.ts'
import { REVIEW } from '#contract/review/limits.ts'
import { ROLE_WORDS } from '#contract/staff/rights.ts'
import { STATUS_OF, stageOf } from '#contract/review/stages.ts'
import { documentName } from '#contract/jobs/wanted-documents.ts'
import type { Tx } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { documentsOf, type StoredDocument } from '../documents/documents.ts'
import type { Frozen } from '../job-applications/freeze.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { isHidden } from './blind.ts'
import {
  type CaseRow,
  type DecisionRow,
  findCase,
  findDecisions,
  findEarlierVersions,
  findNotes,
  findSharedValues,
  type SharedValueRow,
} from './case-store.ts'
import { readFrozen, titleIn } from './facts.ts'
import { scopeOf } from './filter.ts'
import { presentNote } from './notes.ts'
import { presentAnswers, presentIdentity } from './present-frozen.ts'
import { presentRow } from './present-row.ts'
import { markRead } from './reads-store.ts'
import { reasonsOfApplications } from './reasons-store.ts'
import { findRows } from './table-store.ts'

type Case = Reply<'GET /api/staff/applications/{id}/'>

/**
 * A document of the application. Its file name is null while the applicant's identity is hidden, and while
 * the document is not clean.
 */
const presentDocument = (
  { kind, name, size, type, state, flags }: StoredDocument,
  frozen: Partial<Frozen>,
  hidden: boolean,
): Case['document_files'][number] => ({
  kind,
  title: titleIn(frozen, kind),
  name: hidden || state !== 'clean' ? null : name,
  size,
  type,
  state,
  flags,
})

const presentSharedValue = ({ kind, applications, count }: SharedValueRow): Case['shares'][number] => ({
  flag: `same_${kind}`,
  applications,
  more: count - applications.length,
})

const presentDecision = ({
  at: appliedAt,
  to_stage,
  reason,
  proposer,
  approver,
}: DecisionRow): Case['history'][number] => ({
  at: appliedAt.toISOString(),
  stage: stageOf(to_stage),
  status: STATUS_OF[stageOf(to_stage)],
  reason: sayReason(reason),
  by: [proposer, approver].flatMap((entry) =>
    entry ? [{ name: entry.name, role: ROLE_WORDS[entry.role].name }] : [],
  ),
})

async function historyOf(tx: Tx, { id, submitted_at }: CaseRow): Promise<Case['history']> {
  // The oldest entry: the application was received. No officer did this.
  const received: Case['history'][number] = {
    at: submitted_at.toISOString(),
    stage: 'received',
    status: 'Pending',
    reason: '',
    by: [],
  }
  return [...(await findDecisions(tx, id)).map(presentDecision), received].slice(0, REVIEW.historyShown)
}

/** A submitted application with everything that officers know about it. Each view writes one audit entry. */
export const viewCase: Handler<'GET /api/staff/applications/{id}/'> = (deps, { params, staff }) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const found = await findCase(tx, staff, params.id)
    if (!found) throw refuse('not_found')
    const scope = await scopeOf(tx, staff, found.job_id, now)
    if (!scope) throw refuse('not_found')
    // `found` is the application as sent; `row` is the same application in the table of applications.
    const [row] = await findRows(tx, [found.id], scope)
    if (!row) throw refuse('not_found')
    // Identities are hidden from every officer after the person deleted their account.
    const hidden = row.is_deleted || isHidden(scope, row)
    // `markRead` may wait while a large decision list changes this application. The audit entry is written
    // after it, because the entry takes a lock that others would wait for.
    const isFirstRead = await markRead(tx, staff, found.id)
    await recordAudit(
      tx,
      staff,
      {
        act: 'application.looked_at',
        jobId: found.job_id,
        applicationId: found.id,
        detail: { blind: hidden },
      },
      now,
    )
    const [reason] = row.list_id === null ? [] : await reasonsOfApplications(tx, [row.list_id], [found.id])
    const frozen = readFrozen(found.frozen)
    return {
      ...presentRow(
        { ...row, read_by_me: true, readers: row.readers + (isFirstRead ? 1 : 0) },
        scope,
        reason,
      ),
      first_read: isFirstRead,
      ...presentIdentity(frozen, found, hidden),
      ...presentAnswers(frozen, found, hidden),
      job: { id: found.job_id, reference: found.job_reference, title: found.job_title },
      blind: hidden,
      document_files: (await documentsOf(tx, found.id)).map((storedDocument) =>
        presentDocument(storedDocument, frozen, hidden),
      ),
      versions: [found, ...(await findEarlierVersions(tx, found))].map((sent) => ({
        version: sent.version,
        at: sent.submitted_at.toISOString(),
      })),
      left_out: found.left_out,
      left_out_titles: found.left_out.map((kind) => documentName(kind, found)),
      shares: (await findSharedValues(tx, staff, found)).map(presentSharedValue),
      history: await historyOf(tx, found),
      notes: (await findNotes(tx, found.id)).map(presentNote),
    }
  })
