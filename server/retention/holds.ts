import { deadlineInstant } from '#contract/civil-dates.ts'
import { HOLD_WORDS, RETENTION } from '#contract/retention/words.ts'
import type { Tx } from '../database/connect.ts'
import type { Handler } from '../endpoints/serve.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { recordAudit } from '../staff/record-audit.ts'
import {
  findHold,
  findLifts,
  hasWaiting,
  type HoldRow,
  insertHold,
  insertLift,
  lockHold,
  lockJob,
  markLifted,
  saveHoldVerdict,
  saveLiftVerdict,
  type Verdict,
  withdrawHold,
  withdrawLift,
} from './holds-store.ts'
import { isWaiting, presentHold, stateOf } from './present.ts'

const DAY_MS = 86_400_000

const liftOf = async (tx: Tx, id: number) => (await findLifts(tx, [id]))[0]

async function presentChanged(tx: Tx, id: number, staff: Staff, now: Date) {
  const hold = await findHold(tx, id)
  if (!hold) throw refuse('not_found')
  return presentHold(hold, await liftOf(tx, id), staff, now)
}

/** Returns a locked hold with its state and the last proposal to lift it. */
async function requireHold(tx: Tx, id: number, now: Date) {
  const hold = await lockHold(tx, id)
  if (!hold) throw refuse('not_found')
  const lift = await liftOf(tx, id)
  return { hold, lift, state: stateOf(hold, lift, now) }
}

/** Returns a function that writes audit entries about this hold. */
const auditOf =
  (
    tx: Tx,
    staff: Staff,
    now: Date,
    { id, job_id: jobId, ends_at }: Pick<HoldRow, 'id' | 'job_id' | 'ends_at'>,
  ) =>
  (action: string, reason = '') =>
    recordAudit(
      tx,
      staff,
      { act: action, jobId, reason, detail: { hold: id, ends_at: ends_at.toISOString() } },
      now,
    )

/**
 * The moment when a hold ends. A date without a time means the end of that day in Nairobi. Refuses other
 * text, a moment in the past, and one that is too far away.
 */
function requireEnd(endsOn: string, now: Date): Date {
  const endsAt = deadlineInstant(endsOn)
  if (!endsAt) throw refuseFields({ ends_on: HOLD_WORDS.endRequired })
  if (endsAt <= now) throw refuseFields({ ends_on: HOLD_WORDS.endPast })
  if (endsAt.getTime() > now.getTime() + RETENTION.longestHoldDays * DAY_MS)
    throw refuseFields({ ends_on: HOLD_WORDS.endFar })
  return endsAt
}

/** Proposes that no data of a job is deleted until a day. A waiting proposal already stops the deletion. */
export const proposeHold: Handler<'POST /api/staff/jobs/{id}/holds/'> = (deps, { params, body, staff }) => {
  const now = deps.now()
  const endsAt = requireEnd(body.ends_on, now)
  const reason = body.reason.trim()
  return deps.db.tx(async (tx) => {
    if (!(await lockJob(tx, params.id))) throw refuse('not_found')
    if (await hasWaiting(tx, params.id, now)) throw refuse('conflict', { message: HOLD_WORDS.waitsAlready })
    const waitsUntil = new Date(now.getTime() + RETENTION.waitDays * DAY_MS)
    const id = await insertHold(tx, { jobId: params.id, reason, endsAt, waitsUntil, by: staff.id, now })
    if (id === undefined) throw refuse('failed')
    await auditOf(tx, staff, now, { id, job_id: params.id, ends_at: endsAt })('hold.proposed', reason)
    return presentChanged(tx, id, staff, now)
  })
}

/** A second officer agrees to a proposed hold, agrees to lift a hold, or returns the proposal (T32). */
export const decideHold: Handler<'POST /api/staff/holds/{id}/decide/'> = (deps, { params, body, staff }) => {
  const now = deps.now()
  const verdict: Verdict = { by: staff.id, approved: body.approve, note: body.note.trim(), now }
  return deps.db.tx(async (tx) => {
    const { hold, lift, state } = await requireHold(tx, params.id, now)
    const audit = auditOf(tx, staff, now, hold)
    // `body.lift` is the id of the proposal to lift the hold; null when the officer decides about the hold.
    if (state === 'waiting' && body.lift === null) {
      if (hold.proposed_by === staff.id) throw refuse('second_person', { message: HOLD_WORDS.secondPerson })
      await saveHoldVerdict(tx, hold.id, verdict)
      await audit(body.approve ? 'hold.approved' : 'hold.returned', verdict.note)
      return presentChanged(tx, hold.id, staff, now)
    }
    // The proposal that the officer saw may be over, and another one may wait.
    if (state !== 'lifting' || !lift || lift.id !== body.lift)
      throw refuse('conflict', { message: HOLD_WORDS.over })
    if (lift.proposed_by === staff.id) throw refuse('second_person', { message: HOLD_WORDS.secondPerson })
    await saveLiftVerdict(tx, lift.id, verdict)
    if (body.approve) await markLifted(tx, hold.id, now)
    await audit(body.approve ? 'hold.lifted' : 'hold.lift_returned', verdict.note)
    return presentChanged(tx, hold.id, staff, now)
  })
}

/** Proposes to lift a hold that is in force. It stays in force until another officer agrees. */
export const proposeLift: Handler<'POST /api/staff/holds/{id}/lift/'> = (deps, { params, body, staff }) => {
  const now = deps.now()
  const reason = body.reason.trim()
  return deps.db.tx(async (tx) => {
    const { hold, state } = await requireHold(tx, params.id, now)
    if (state !== 'held') throw refuse('conflict', { message: HOLD_WORDS.notHeld })
    await insertLift(tx, { holdId: hold.id, reason, by: staff.id, now })
    await auditOf(tx, staff, now, hold)('hold.lift_proposed', reason)
    return presentChanged(tx, hold.id, staff, now)
  })
}

/** Takes back the officer's own waiting proposal: of a hold, or of lifting a hold. */
export const takeBackHold: Handler<'POST /api/staff/holds/{id}/withdraw/'> = (deps, { params, staff }) => {
  const now = deps.now()
  return deps.db.tx(async (tx) => {
    const { hold, lift, state } = await requireHold(tx, params.id, now)
    // In the state `lifting`, the proposal to lift the hold waits. In other states, the officer must have
    // proposed the hold itself.
    const proposal = state === 'lifting' && lift && isWaiting(lift) ? lift : hold
    if (proposal.proposed_by !== staff.id) throw refuse('not_found')
    if (state === 'waiting') await withdrawHold(tx, hold.id, now)
    else if (state === 'lifting' && lift) await withdrawLift(tx, lift.id, now)
    else throw refuse('conflict', { message: HOLD_WORDS.over })
    await auditOf(tx, staff, now, hold)(state === 'waiting' ? 'hold.withdrawn' : 'hold.lift_withdrawn')
    return presentChanged(tx, hold.id, staff, now)
  })
}
