import { DECISIONS } from '#contract/decisions/limits.ts'
import { stageOf } from '#contract/review/stages.ts'
import { DECISION_WORDS } from '#contract/staff/words.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { closeEntries, digestOf } from './entries-store.ts'
import { assertHiringIsDue } from './hiring-is-due.ts'
import { haveHiresChanged } from './hired-store.ts'
import { lockListInState } from './lists.ts'
import {
  canBeStopped,
  isResponsible,
  whyNotSecondPerson,
  futureDeadline,
  presentListDetail,
} from './present.ts'
import { approveList, returnToDraft, endList } from './state-store.ts'

// A second officer approves or returns a proposed decision list. An approved list can be stopped for some
// minutes.

const STATEMENT_TIMEOUT_SECONDS = 60

/**
 * Ensures that the second officer decides on exactly what they read (T32). The browser sends the digest of
 * the list that it showed. Nothing is approved if the stored digest differs from it, or the digest of the
 * present rows does.
 */
export const decideOnList: Handler<'POST /api/staff/decisions/{id}/decide/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const row = await lockListInState(tx, staff, params.id, 'proposed')
    const objection = await whyNotSecondPerson(tx, row, staff)
    if (objection) throw refuse('second_person', { message: objection })
    // A proposed list always has a digest. The '' is only for the type.
    const digest = row.digest?.toString('hex') ?? ''
    const note = body.note.trim()
    if (body.digest.toLowerCase() !== digest) throw refuse('conflict')
    if (body.approve) {
      // A digest of format 1 does not cover the reason for a decision before the deadline.
      if (row.digest_format === 1) throw refuse('conflict', { message: DECISION_WORDS.oldForm })
      // After the list was proposed, the job's deadline was moved into the future. So the list now needs a
      // reason for a decision before the deadline.
      if (futureDeadline(row, deps.now()) && !row.early_reason)
        throw refuse('conflict', { message: DECISION_WORDS.earlyByNow })
      if (stageOf(row.to_stage) === 'hired') await assertHiringIsDue(tx, row.id)
      if ((await digestOf(tx, row.id)).toString('hex') !== digest) throw refuse('conflict')
      // Since the list was proposed, someone was hired whom the run does not take, or is not hired any more.
      if (row.selection_run !== null && (await haveHiresChanged(tx, row.selection_run)))
        throw refuse('conflict', { message: DECISION_WORDS.othersHired })
      // The digest of a long list takes long. The log refuses an entry that is dated too early.
      const now = deps.now()
      const effectiveAt = new Date(now.getTime() + DECISIONS.undoMinutes * 60_000)
      await approveList(tx, row.id, { by: staff.id, note, effectiveAt, now })
      const deadlineDetail = row.early_reason ? { before_deadline: row.early_reason } : {}
      const detail = {
        list: row.id,
        to: stageOf(row.to_stage),
        size: row.size,
        digest,
        effective_at: effectiveAt.toISOString(),
        ...deadlineDetail,
      }
      await recordAudit(tx, staff, { act: 'list.approved', jobId: row.job_id, reason: note, detail }, now)
    } else {
      await returnToDraft(tx, row, { by: staff.id, note, now: deps.now() })
      await recordAudit(
        tx,
        staff,
        { act: 'list.returned', jobId: row.job_id, reason: note, detail: { list: row.id, digest } },
        deps.now(),
      )
    }
    return presentListDetail(tx, deps, staff, row.id)
  })

/** Stops an approved list before it takes effect. No application has changed yet, and none will. */
export const undoList: Handler<'POST /api/staff/decisions/{id}/undo/'> = (deps, { params, body, staff }) =>
  deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    // An applied list is accepted here, so that the officer gets the answer below that it is too late.
    const row = await lockListInState(tx, staff, params.id, 'approved', 'applied')
    // Read the time only after the lock: while this call waited for it, the list may have become due.
    const now = deps.now()
    if (!isResponsible(row, staff)) throw refuse('forbidden', { message: DECISION_WORDS.notYours })
    if (!canBeStopped(row, now)) throw refuse('conflict', { message: DECISION_WORDS.tooLate })
    // The applications of the stopped list can be put on other decision lists again.
    await closeEntries(tx, row.id)
    await endList(tx, row.id, 'undone', now)
    await recordAudit(
      tx,
      staff,
      {
        act: 'list.undone',
        jobId: row.job_id,
        reason: body.reason.trim(),
        detail: { list: row.id, size: row.size },
      },
      deps.now(),
    )
    return presentListDetail(tx, deps, staff, row.id)
  })
