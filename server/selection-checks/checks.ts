import type { CheckedPerson } from '#contract/selection-checks/outcome-endpoints.ts'
import { OUTCOME, OUTCOME_WORDS } from '#contract/selection-checks/outcome-words.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { presentOfficer } from '../staff/present.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { type CheckRow, findChosen, findJobTitle, findOneChosen, saveCheck } from './checks-store.ts'
import { findLastRun } from './outcome-store.ts'

const presentCheck = ({ checked_by, checked_by_name, checked_at, ...row }: CheckRow): CheckedPerson => ({
  ...row,
  checked_by: presentOfficer(checked_by, checked_by_name),
  checked_at: checked_at?.toISOString() ?? null,
})

/**
 * The people whom the published result takes or puts into the reserve, with the checks of their documents.
 */
export const listChecks: Handler<'GET /api/staff/jobs/{id}/selection/checks/'> = async (
  deps,
  { params, query, staff },
) => {
  const { job, rows } = await deps.db.tx(async (tx) => {
    const job = await findJobTitle(tx, params.id)
    if (!job) throw refuse('not_found')
    const run = await findLastRun(tx, params.id)
    return { job, rows: run?.state === 'published' ? await findChosen(tx, staff, run, query) : [] }
  })
  const shown = rows.slice(0, OUTCOME.pageSize)
  const next = rows.length > shown.length ? (shown.at(-1)?.application ?? null) : null
  return { job, results: shown.map(presentCheck), next }
}

/**
 * An officer notes whether a person's documents prove the counted points. After a failed check, one officer
 * proposes a change and another approves it.
 */
export const checkDocuments: Handler<'POST /api/staff/jobs/{id}/selection/checks/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const run = await findLastRun(tx, params.id)
    if (run?.state !== 'published') throw refuse('conflict', { message: OUTCOME_WORDS.notPublished })
    // No application has the id 0, so a missing id finds nothing.
    const applicationId = body.application ?? 0
    const chosen = await findOneChosen(tx, staff, run, applicationId)
    if (!chosen) throw refuseFields({ application: OUTCOME_WORDS.notChosen })
    const reason = body.reason.trim()
    const { selection_id: selectionId } = run
    await saveCheck(tx, { selectionId, applicationId, passed: body.passed, reason, by: staff.id, now })
    const detail = { selection: selectionId, passed: body.passed }
    await recordAudit(
      tx,
      staff,
      { act: 'selection.document_checked', jobId: params.id, applicationId, reason, detail },
      now,
    )
    const row = await findOneChosen(tx, staff, run, applicationId)
    if (!row) throw refuse('not_found')
    return presentCheck(row)
  })
