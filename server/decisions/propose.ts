import { longDeadline } from '#contract/dates.ts'
import { sayReason } from '#contract/decisions/reasons.ts'
import { DECISIONS } from '#contract/staff/limits.ts'
import { needsReason, needsSecond, STATUS_OF, stageOf } from '#contract/review/stages.ts'
import { DECISION_WORDS } from '#contract/staff/words.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { inAreas } from '../staff/areas.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { closeEntries, digestOf, surveyEntries } from './entries-store.ts'
import { holdList } from './lists.ts'
import { countSums } from './law.ts'
import { openUntil, presentWhole } from './present.ts'
import { draftAgain, end, insertEarlyReason, propose } from './state-store.ts'

const PATIENT_SECONDS = 60

/** Freezes the content of a list: from here on it is read and approved as it is. */
export const proposeList: Handler<'POST /api/staff/decisions/{id}/propose/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db.patient(PATIENT_SECONDS).tx(async (tx) => {
    const now = deps.now()
    const row = await holdList(tx, staff, params.id, 'drafting')
    const to = stageOf(row.to_stage)
    const surveyed = (await surveyEntries(tx, row.id, inAreas(staff.areas))).map((entry) => ({
      ...entry,
      from: stageOf(entry.stage),
    }))
    if (surveyed.length === 0) throw refuse('conflict', { message: DECISION_WORDS.empty })
    if (surveyed.some(({ outside }) => outside)) throw refuse('conflict', { message: DECISION_WORDS.outside })
    if (!row.reason && surveyed.some(({ from, without_reason }) => without_reason && needsReason(to, from)))
      throw refuseFields({ reason: DECISION_WORDS.reason })
    const second = surveyed.some(({ from }) => needsSecond(to, from))
    const deadline = second ? openUntil(row, now) : null
    const early = deadline ? body.early_reason.trim() : ''
    if (deadline && !early) throw refuseFields({ early_reason: DECISION_WORDS.early(longDeadline(deadline)) })
    // A move that does not change an applicant's status can be reversed as easily, so it takes effect at
    // once.
    const isNotified = surveyed.some(({ from }) => STATUS_OF[from] !== STATUS_OF[to])
    const effectiveAt = second
      ? null
      : new Date(now.getTime() + (isNotified ? DECISIONS.undoMinutes * 60_000 : 0))
    await insertEarlyReason(tx, row.id, early)
    await countSums(tx, { id: row.id, jobId: row.job_id }, now)
    const digest = await digestOf(tx, row.id)
    await propose(tx, row.id, { needsSecond: second, digest, effectiveAt, by: staff.id, now })
    const detail = {
      list: row.id,
      to,
      size: row.size,
      digest: digest.toString('hex'),
      ...(early ? { before_deadline: early } : {}),
      ...(effectiveAt ? { effective_at: effectiveAt.toISOString() } : {}),
    }
    await recordAudit(
      tx,
      staff,
      { act: 'list.proposed', jobId: row.job_id, reason: sayReason(row.reason), detail },
      now,
    )
    return presentWhole(tx, deps, staff, row.id)
  })

/** A proposed list becomes a draft again. A draft is withdrawn, and its applications are free. */
export const withdrawList: Handler<'POST /api/staff/decisions/{id}/withdraw/'> = (deps, { params, staff }) =>
  deps.db.patient(PATIENT_SECONDS).tx(async (tx) => {
    const now = deps.now()
    const row = await holdList(tx, staff, params.id, 'drafting', 'proposed')
    if (row.state === 'proposed') await draftAgain(tx, row.id, { by: null, note: '', now })
    else {
      await closeEntries(tx, row.id)
      await end(tx, row.id, 'withdrawn', now)
    }
    await recordAudit(
      tx,
      staff,
      { act: 'list.withdrawn', jobId: row.job_id, detail: { list: row.id, was: row.state } },
      now,
    )
    return presentWhole(tx, deps, staff, row.id)
  })
