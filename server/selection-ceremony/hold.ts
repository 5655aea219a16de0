import * as z from 'zod/mini'
import { CEREMONY, CEREMONY_WORDS as WORDS, diceIn } from '#contract/selection-ceremony/words.ts'
import type { Tx } from '../database/connect.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { type Beacon, isGenuine, timeOfRound } from '../selection/beacon.ts'
import { commitmentOf, writeDocument, seedOf } from '../selection/seed.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { record } from '../transparency/record.ts'
import { lockInState } from './freeze.ts'
import { countsUntil, presentStaffCeremony } from './present.ts'
import {
  askEnd,
  deleteDice,
  drawSelection,
  endSelection,
  findDice,
  findDocuments,
  findObservers,
  insertDice,
  insertDocument,
  type SelectionRow,
  setReveal,
} from './store.ts'

/** Adds a document of the ceremony, and its event of the public log. */
async function publishDocument(
  tx: Tx,
  row: SelectionRow,
  kind: string,
  document: Record<string, unknown>,
  now: Date,
): Promise<string> {
  const { text, digest } = writeDocument(document)
  await insertDocument(tx, row.id, { kind, text, digest, now })
  await record(tx, { kind, digest, now })
  return digest.toString('hex')
}

/** What comes now could not be in a published checkpoint in time. */
function assertInTime(row: SelectionRow, now: Date) {
  if (now.getTime() > countsUntil(row).getTime() - CEREMONY.spareSeconds * 1_000)
    throw refuse('conflict', { message: WORDS.tooLate })
}

const audit = (tx: Tx, staff: Staff, row: SelectionRow, act: string, detail: object, now: Date) =>
  recordAudit(tx, staff, { act, jobId: row.job_id, detail: { selection: row.id, ...detail } }, now)

const rootOf = (row: SelectionRow) => row.pool_root?.toString('hex') ?? ''

/** The throws count once two officers have typed the same. When they differ, both begin again. */
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
      const document = { format: 'selection-dice/1', pool_root: rootOf(row), dice }
      await publishDocument(tx, row, 'selection_dice', document, now)
    }
    return presentStaffCeremony(tx, row.job_id, staff)
  })
  // After the transaction: that the throws differed is kept.
  if (!result) throw refuseFields({ dice: WORDS.diceDiffer })
  return result
}

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
      pool_root: rootOf(row),
      name,
      position,
      reveal: body.reveal,
    }
    await publishDocument(tx, row, 'selection_reveal', document, now)
    await audit(tx, staff, row, 'selection.revealed', { position }, now)
    return presentStaffCeremony(tx, row.job_id, staff)
  })

const beaconShape = z.object({
  round: z.int().check(z.minimum(1)),
  randomness: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  signature: z.string().check(z.regex(/^[0-9a-f]{96}$/)),
})

function readBeacon(text: string): Beacon {
  try {
    return beaconShape.parse(JSON.parse(text))
  } catch {
    throw refuseFields({ beacon: WORDS.beaconShape })
  }
}

/** "If the named round is never produced, the first later one." */
function assertNamedRound(row: SelectionRow, { round }: Beacon, now: Date) {
  const laterFrom = row.round_at.getTime() + CEREMONY.laterRoundMinutes * 60_000
  const isLaterAllowed = round > row.round && now.getTime() >= laterFrom
  if (round !== row.round && !isLaterAllowed) throw refuseFields({ beacon: WORDS.beaconRound(row.round) })
  if (timeOfRound(row.rule.beacon, round) > now) throw refuseFields({ beacon: WORDS.beaconEarly })
}

/** Throws and reveals that were in a published checkpoint in time. */
async function countedParts(tx: Tx, row: SelectionRow) {
  const until = countsUntil(row)
  const documents = await findDocuments(tx, row.id)
  const counted = documents.filter(
    ({ published_at: publishedAt }) => publishedAt !== null && publishedAt <= until,
  )
  const dice = counted.find(({ kind }) => kind === 'selection_dice')?.content.dice
  const reveals = (await findObservers(tx, row.id)).map(({ position }) => {
    const reveal = counted.find(
      ({ kind, content }) => kind === 'selection_reveal' && content.position === position,
    )?.content.reveal
    return typeof reveal === 'string' ? reveal : null
  })
  return { dice: typeof dice === 'string' ? dice : undefined, reveals }
}

/** The beacon comes last, so nobody can choose after it. */
export const giveBeacon: Handler<'POST /api/staff/jobs/{id}/selection/beacon/'> = (
  deps,
  { params, body, staff },
) => {
  const beacon = readBeacon(body.beacon)
  return deps.db.tx(async (tx) => {
    const now = deps.now()
    const row = await lockInState(tx, params.id, 'frozen')
    assertNamedRound(row, beacon, now)
    if (!(await isGenuine(row.rule.beacon, beacon))) throw refuseFields({ beacon: WORDS.beaconWrong })
    const { dice, reveals } = await countedParts(tx, row)
    if (dice === undefined) throw refuse('conflict', { message: WORDS.noDice })
    const parts = {
      dice,
      pool_root: rootOf(row),
      randomness: beacon.randomness,
      reveals,
      round: beacon.round,
      rule: row.rule_digest.toString('hex'),
    }
    const document = {
      format: 'selection-seed/1',
      ...parts,
      signature: beacon.signature,
      seed: seedOf(parts),
    }
    await publishDocument(tx, row, 'selection_seed', document, now)
    await drawSelection(tx, row.id, now)
    await audit(tx, staff, row, 'selection.drawn', { round: beacon.round }, now)
    return presentStaffCeremony(tx, row.job_id, staff)
  })
}

/** One officer asks, another agrees. A selection with a seed is never abandoned. */
export const abandon: Handler<'POST /api/staff/jobs/{id}/selection/abandon/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const row = await lockInState(tx, params.id, 'frozen')
    const reason = body.reason.trim()
    if (row.end_asked_by === null || row.end_asked_by === staff.id) {
      await askEnd(tx, row.id, { by: staff.id, reason })
      await audit(tx, staff, row, 'selection.end_asked', { reason }, now)
      return presentStaffCeremony(tx, row.job_id, staff)
    }
    const document = { format: 'selection-abandoned/1', pool_root: rootOf(row), reason: row.end_reason }
    await publishDocument(tx, row, 'selection_abandoned', document, now)
    await endSelection(tx, row.id, { state: 'abandoned', by: staff.id })
    await audit(tx, staff, row, 'selection.abandoned', { reason }, now)
    return presentStaffCeremony(tx, row.job_id, staff)
  })
