import { LIFT_WORDS } from '#contract/review/lift-words.ts'
import { REVIEW } from '#contract/review/limits.ts'
import type { LiftRequest } from '#contract/review/lifts.ts'
import { may, RIGHTS } from '#contract/staff/rights.ts'
import { brokenForeignKey, isDuplicate, type Tx } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { enqueueEmail } from '../outbox/enqueue-email.ts'
import { enqueueToRoles } from '../staff/overseers.ts'
import { recordAudit } from '../staff/record-audit.ts'
import {
  findLiftRequest,
  findWaitingLiftRequests,
  insertLift,
  insertLiftRequest,
  type LiftRequestRow,
  saveLiftDecision,
  withdrawLiftRequest,
} from './lifts-store.ts'

// A lift shows the names of a job to one officer for some hours, although its applicants are reviewed blind.

const HOUR_MS = 3_600_000

const presentLiftRequest = ({
  id,
  staff_id,
  name,
  job_id,
  reference,
  title,
  reason,
  requested_at,
  ends_at,
}: LiftRequestRow): LiftRequest => ({
  id,
  by: { id: staff_id, name },
  job: { id: job_id, reference, title },
  reason,
  requested_at: requested_at.toISOString(),
  ends_at: ends_at.toISOString(),
})

async function requireLiftRequest(tx: Tx, id: number): Promise<LiftRequestRow> {
  const row = await findLiftRequest(tx, id)
  if (!row) throw refuse('not_found')
  return row
}

/**
 * An officer asks another officer for the permission to see the names of a job (T32). No name is shown before
 * the other agrees.
 */
export const askForLift: Handler<'POST /api/staff/jobs/{id}/lift-blind/'> = (
  deps,
  { params, body, staff },
) => {
  const now = deps.now()
  const reason = body.reason.trim()
  const endsAt = new Date(now.getTime() + REVIEW.liftWaitHours * HOUR_MS)
  return deps.db
    .tx(async (tx) => {
      const inserted = await insertLiftRequest(tx, {
        staffId: staff.id,
        jobId: params.id,
        reason,
        now,
        endsAt,
      })
      if (!inserted) throw refuse('failed')
      await recordAudit(
        tx,
        staff,
        { act: 'blind.asked', jobId: params.id, reason, detail: { lift: inserted.id } },
        now,
      )
      // Queues an email to every other officer who may agree to the request.
      await enqueueToRoles(
        tx,
        RIGHTS['blind.agree'],
        { topic: 'review.lift-asked', payload: { id: inserted.id }, now, jobId: params.id },
        staff.id,
      )
      return presentLiftRequest(await requireLiftRequest(tx, inserted.id))
    })
    .catch((error: unknown) => {
      if (brokenForeignKey(error) === 'blind_requests_job_id_fkey') throw refuse('not_found')
      throw isDuplicate(error, 'blind_requests_waiting')
        ? refuse('conflict', { message: LIFT_WORDS.waitsAlready })
        : error
    })
}

/** Lists the waiting requests to see names: those that this officer may decide, and the officer's own. */
export const listLiftRequests: Handler<'GET /api/staff/lifts/'> = async (deps, { staff }) => {
  const rows = await findWaitingLiftRequests(deps.db, deps.now())
  const own = rows.filter((row) => row.staff_id === staff.id)
  const others = rows.filter((row) => row.staff_id !== staff.id)
  return {
    to_decide: may(staff.role, 'blind.agree') ? others.map(presentLiftRequest) : [],
    own: own.map(presentLiftRequest),
  }
}

/** A second officer agrees, and names are shown for `REVIEW.liftHours` hours; or refuses with a note. */
export const decideOnLiftRequest: Handler<'POST /api/staff/lifts/{id}/decide/'> = (
  deps,
  { params, body, staff },
) => {
  const now = deps.now()
  return deps.db.tx(async (tx) => {
    const row = await requireLiftRequest(tx, params.id)
    if (row.staff_id === staff.id) throw refuse('second_person', { message: LIFT_WORDS.secondPerson })
    const note = body.note.trim()
    const changedRows = await saveLiftDecision(tx, row.id, { by: staff.id, agreed: body.agree, note, now })
    if (changedRows === 0) throw refuse('conflict', { message: LIFT_WORDS.over })
    if (body.agree) {
      // The officer who asked may have lost access or role since. Then this refusal undoes the decision too.
      if (!row.has_access || !may(row.role, 'identities.reveal'))
        throw refuse('conflict', { message: LIFT_WORDS.gone })
      const until = new Date(now.getTime() + REVIEW.liftHours * HOUR_MS)
      await insertLift(tx, row, now, until)
      // Applicants can read to which role names were shown. So this entry names the officer who asked.
      const namesShown = {
        act: 'blind.lifted',
        jobId: row.job_id,
        reason: row.reason,
        detail: { until: until.toISOString() },
      }
      await recordAudit(tx, { id: row.staff_id, role: row.role }, namesShown, now)
    }
    const action = body.agree ? 'blind.agreed' : 'blind.refused'
    await recordAudit(
      tx,
      staff,
      { act: action, jobId: row.job_id, reason: note, detail: { lift: row.id, person: row.staff_id } },
      now,
    )
    await enqueueEmail(tx, {
      topic: 'review.lift-decided',
      payload: { id: row.id, to: row.staff_id },
      now,
      jobId: row.job_id,
    })
    return presentLiftRequest(row)
  })
}

/** The officer who asked takes back a waiting request to see names. */
export const takeBackLiftRequest: Handler<'POST /api/staff/lifts/{id}/withdraw/'> = (
  deps,
  { params, staff },
) => {
  const now = deps.now()
  return deps.db.tx(async (tx) => {
    const row = await requireLiftRequest(tx, params.id)
    if (row.staff_id !== staff.id) throw refuse('not_found')
    const changedRows = await withdrawLiftRequest(tx, row.id, staff.id, now)
    if (changedRows === 0) throw refuse('conflict', { message: LIFT_WORDS.over })
    await recordAudit(
      tx,
      staff,
      { act: 'blind.taken_back', jobId: row.job_id, detail: { lift: row.id } },
      now,
    )
    return presentLiftRequest(row)
  })
}
