import { CEREMONY_WORDS as WORDS, diceIn } from '#contract/selection-ceremony/words.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { commitmentOf } from '../selection/seed.ts'
import { addDocument, auditCeremony as audit, poolRootHex } from './documents.ts'
import { drawByBeacon, readBeacon } from './draw.ts'
import { lockInState } from './freeze.ts'
import { latestTimeToType, presentStaffCeremony } from './present.ts'
import {
  askEnd,
  deleteDice,
  endSelection,
  findDice,
  findObservers,
  insertDice,
  type SelectionRow,
  setReveal,
} from './store.ts'

/**
 * Dice and observers' texts count only when a checkpoint of the public log has them in time. The next
 * checkpoint may come up to a minute later, so anything that could miss it is refused.
 */
function assertInTime(row: SelectionRow, now: Date) {
  if (now > latestTimeToType(row)) throw refuse('conflict', { message: WORDS.tooLate })
}

/** The dice throws count once two officers have typed the same. If they differ, both type again. */
export const typeDice: Handler<'POST /api/staff/jobs/{id}/selection/dice/'> = async (
  deps,
  { params, body, staff },
) => {
  const dice = diceIn(body.dice)
  const result = await deps.db.tx(async (tx) => {
    const now = deps.now()
    const row = await lockInState(tx, params.id, 'frozen')
    assertInTime(row, now)
    const [first, second] = await findDice(tx, row.id)
    if (second) throw refuse('conflict', { message: WORDS.diceDone })
    if (first?.staff_id === staff.id) throw refuse('conflict', { message: WORDS.diceSame })
    if (first && first.dice !== dice) {
      await deleteDice(tx, row.id)
      await audit(tx, staff, row, 'selection.dice_differed', {}, now)
      return undefined
    }
    await insertDice(tx, row.id, { by: staff.id, dice, now })
    await audit(tx, staff, row, 'selection.dice_typed', {}, now)
    if (first) {
      const document = { format: 'selection-dice/1', selection: row.id, pool_root: poolRootHex(row), dice }
      await addDocument(tx, row, 'selection_dice', document, now)
    }
    return presentStaffCeremony(tx, row.job_id, staff, now)
  })
  // The refusal comes after the transaction, so that the audit log keeps the entry about the difference.
  if (!result) throw refuseFields({ dice: WORDS.diceDiffer })
  return result
}

/** An officer types an observer's text. It must match the commitment that the observer handed over before. */
export const typeReveal: Handler<'POST /api/staff/jobs/{id}/selection/reveals/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const row = await lockInState(tx, params.id, 'frozen')
    assertInTime(row, now)
    const observer = (await findObservers(tx, row.id)).find(({ position }) => position === body.position)
    if (!observer) throw refuseFields({ position: WORDS.revealUnknown })
    if (observer.reveal !== null) throw refuse('conflict', { message: WORDS.revealDone })
    if (commitmentOf(body.reveal) !== observer.commitment.toString('hex'))
      throw refuseFields({ reveal: WORDS.revealWrong })
    const { name, position } = observer
    await setReveal(tx, row.id, body)
    const document = {
      format: 'selection-reveal/1',
      selection: row.id,
      pool_root: poolRootHex(row),
      name,
      position,
      reveal: body.reveal,
    }
    await addDocument(tx, row, 'selection_reveal', document, now)
    await audit(tx, staff, row, 'selection.revealed', { position }, now)
    return presentStaffCeremony(tx, row.job_id, staff, now)
  })

/** An officer pastes the beacon's round, the last part of the seed. No one can choose a part after it. */
export const giveBeacon: Handler<'POST /api/staff/jobs/{id}/selection/beacon/'> = (
  deps,
  { params, body, staff },
) => {
  const beacon = readBeacon(body.beacon)
  return deps.db.tx(async (tx) => {
    const now = deps.now()
    const row = await lockInState(tx, params.id, 'frozen')
    await drawByBeacon(tx, row, beacon, staff, now)
    return presentStaffCeremony(tx, row.job_id, staff, now)
  })
}

/**
 * One officer asks to abandon the selection, another agrees. From the round's time on, anyone can compute the
 * seed and the result. So a selection is not abandoned then, else officers could draw until they like it.
 */
export const abandon: Handler<'POST /api/staff/jobs/{id}/selection/abandon/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const row = await lockInState(tx, params.id, 'frozen')
    if (now >= row.round_at) throw refuse('conflict', { message: WORDS.isPublic })
    const reason = body.reason.trim()
    // The first officer may ask again, with another reason that replaces the earlier one.
    const isFirstOfTwo = row.end_asked_by === null || row.end_asked_by === staff.id
    if (isFirstOfTwo) {
      await askEnd(tx, row.id, { by: staff.id, reason })
      await audit(tx, staff, row, 'selection.end_asked', { reason }, now)
      return presentStaffCeremony(tx, row.job_id, staff, now)
    }
    // The public reads the first officer's reason. The second officer's is only in the audit log.
    const document = {
      format: 'selection-abandoned/1',
      selection: row.id,
      pool_root: poolRootHex(row),
      reason: row.end_reason,
    }
    await addDocument(tx, row, 'selection_abandoned', document, now)
    await endSelection(tx, row.id, { state: 'abandoned', by: staff.id })
    await audit(tx, staff, row, 'selection.abandoned', { reason }, now)
    return presentStaffCeremony(tx, row.job_id, staff, now)
  })
