import { longDeadline } from '#contract/dates.ts'
import { sayReason } from '#contract/decisions/reasons.ts'
import { DECISIONS } from '#contract/decisions/limits.ts'
import { needsReason, needsSecond, STATUS_OF, stageOf } from '#contract/review/stages.ts'
import { DECISION_WORDS } from '#contract/staff/words.ts'
import type { Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { inAreas } from '../staff/areas.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { closeEntries, digestOf, surveyEntries } from './entries-store.ts'
import { assertHiringIsDue } from './hiring-is-due.ts'
import { lockListInState } from './lists.ts'
import { saveFairnessSums } from './fairness.ts'
import { futureDeadline, presentListDetail } from './present.ts'
import { returnToDraft, endList, setEarlyReason, freezeList } from './state-store.ts'
import type { ListRow } from './store.ts'

// An officer proposes a draft list to a second officer, or takes a list back.

/** The time limit for a statement. A list may have 250,000 entries, which are all read and hashed. */
const STATEMENT_TIMEOUT_SECONDS = 60
const MINUTE_MS = 60_000

/** Freezes the content of a locked draft list. So the second officer approves exactly what they read. */
export async function proposeLocked(
  tx: Tx,
  staff: Staff,
  row: ListRow,
  { early_reason: givenReason, clock }: { early_reason: string; clock: Deps['now'] },
): Promise<void> {
  const now = clock()
  const to = stageOf(row.to_stage)
  const surveyed = await surveyEntries(tx, row.id, inAreas(staff.areas))
  const stages = surveyed.map((survey) => ({ ...survey, from: stageOf(survey.stage) }))
  if (stages.length === 0) throw refuse('conflict', { message: DECISION_WORDS.empty })
  if (stages.some(({ outside }) => outside)) throw refuse('conflict', { message: DECISION_WORDS.outside })
  if (!row.reason && stages.some(({ from, without_reason }) => without_reason && needsReason(to, from)))
    throw refuseFields({ reason: DECISION_WORDS.reason })
  if (to === 'hired') await assertHiringIsDue(tx, row.id)
  const isSecondNeeded = stages.some(({ from }) => needsSecond(to, from))
  // A decision of two officers before the job's deadline needs its own reason. In other cases, such a reason
  // is dropped.
  const deadline = isSecondNeeded ? futureDeadline(row, now) : null
  const earlyReason = deadline ? givenReason.trim() : ''
  if (deadline && !earlyReason)
    throw refuseFields({ early_reason: DECISION_WORDS.early(longDeadline(deadline)) })
  // If no applicant's status changes, the list takes effect at once: such a move can be reversed as easily.
  const isStatusChanged = stages.some(({ from }) => STATUS_OF[from] !== STATUS_OF[to])
  const undoMs = isStatusChanged ? DECISIONS.undoMinutes * MINUTE_MS : 0
  // A list for two officers gets its time of effect when the second one approves it.
  const effectiveAt = isSecondNeeded ? null : new Date(now.getTime() + undoMs)
  await setEarlyReason(tx, row.id, earlyReason)
  await saveFairnessSums(tx, { id: row.id, jobId: row.job_id }, now)
  // The digest covers the reason that was stored above.
  const digest = await digestOf(tx, row.id)
  await freezeList(tx, row.id, { needsSecond: isSecondNeeded, digest, effectiveAt, by: staff.id, now })
  const detail = {
    list: row.id,
    to,
    size: row.size,
    digest: digest.toString('hex'),
    ...(earlyReason ? { before_deadline: earlyReason } : {}),
    ...(effectiveAt ? { effective_at: effectiveAt.toISOString() } : {}),
  }
  await recordAudit(
    tx,
    staff,
    { act: 'list.proposed', jobId: row.job_id, reason: sayReason(row.reason), detail },
    clock(),
  )
}

export const proposeList: Handler<'POST /api/staff/decisions/{id}/propose/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const row = await lockListInState(tx, staff, params.id, 'drafting')
    await proposeLocked(tx, staff, row, { early_reason: body.early_reason, clock: deps.now })
    return presentListDetail(tx, deps, staff, row.id)
  })

/** Turns a proposed list back into a draft, or withdraws a draft and frees its applications. */
export const withdrawList: Handler<'POST /api/staff/decisions/{id}/withdraw/'> = (deps, { params, staff }) =>
  deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const row = await lockListInState(tx, staff, params.id, 'drafting', 'proposed')
    const now = deps.now()
    if (row.state === 'proposed') await returnToDraft(tx, row, { by: null, note: '', now })
    else {
      await closeEntries(tx, row.id)
      await endList(tx, row.id, 'withdrawn', now)
    }
    await recordAudit(
      tx,
      staff,
      { act: 'list.withdrawn', jobId: row.job_id, detail: { list: row.id, was: row.state } },
      deps.now(),
    )
    return presentListDetail(tx, deps, staff, row.id)
  })
