import { CEREMONY, CEREMONY_WORDS as WORDS } from '#contract/selection-ceremony/words.ts'
import type { Tx } from '../database/connect.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import { type Beacon, beaconShape, isGenuine, timeOfRound } from '../selection/beacon.ts'
import { seedOf } from '../selection/seed.ts'
import type { Actor } from '../staff/record-audit.ts'
import { addDocument, auditCeremony, poolRootHex } from './documents.ts'
import { documentsInTime, revealIn } from './present.ts'
import { drawSelection, findDocuments, findObservers, type SelectionRow, setLaterRound } from './store.ts'

/** Reads a round of the randomness beacon, in the format that a relay sends. Refuses everything else. */
export function readBeacon(text: string): Beacon {
  try {
    return beaconShape.parse(JSON.parse(text))
  } catch {
    throw refuseFields({ beacon: WORDS.beaconShape })
  }
}

/**
 * Refuses a round that is not made yet, that the beacon of the rule did not sign, or that cannot count: a
 * round before the named one, or a later one before the named one is `laterRoundMinutes` overdue.
 */
async function assertRound(row: SelectionRow, beacon: Beacon, now: Date) {
  const { round } = beacon
  const laterFrom = row.round_at.getTime() + CEREMONY.laterRoundMinutes * 60_000
  const isLaterAllowed = round > row.round && now.getTime() >= laterFrom
  if (round !== row.round && !isLaterAllowed) throw refuseFields({ beacon: WORDS.beaconRound(row.round) })
  if (timeOfRound(row.rule.beacon, round) > now) throw refuseFields({ beacon: WORDS.beaconEarly })
  if (!(await isGenuine(row.rule.beacon, beacon))) throw refuseFields({ beacon: WORDS.beaconWrong })
}

/** The dice throws and the observers' texts that a checkpoint of the public log had in time. */
async function countedParts(tx: Tx, row: SelectionRow) {
  const counted = documentsInTime(row, await findDocuments(tx, row.id))
  const dice = counted.find(({ kind }) => kind === 'selection_dice')?.content.dice
  const reveals = (await findObservers(tx, row.id)).map(({ position }) => revealIn(counted, position))
  return { dice: typeof dice === 'string' ? dice : undefined, reveals }
}

/**
 * docs/spec/selection.md: "If the named round is never produced, the first later one counts." The portal
 * cannot see which rounds the beacon produced, and no single officer may choose one. So a later round counts
 * once a second officer has typed the same. The portal itself takes only the named round from its relay.
 */
async function isAgreed(tx: Tx, row: SelectionRow, { round }: Beacon, actor: Actor, now: Date) {
  if (round === row.round) return true
  if (typeof actor === 'string') throw refuseFields({ beacon: WORDS.beaconRound(row.round) })
  if (round === row.later_round && actor.id !== row.later_round_by) return true
  await setLaterRound(tx, row.id, { round, by: actor.id })
  await auditCeremony(tx, actor, row, 'selection.later_round_typed', { round }, now)
  return false
}

/**
 * Draws the seed from a round of the beacon, in the caller's transaction, which has locked `row`. The beacon
 * comes last, so no one can choose a part of the seed after it. A later round than the named one may only be
 * noted, until a second officer agrees.
 */
export async function drawByBeacon(
  tx: Tx,
  row: SelectionRow,
  beacon: Beacon,
  actor: Actor,
  now: Date,
): Promise<void> {
  await assertRound(row, beacon, now)
  const { dice, reveals } = await countedParts(tx, row)
  if (dice === undefined) throw refuse('conflict', { message: WORDS.noDice })
  if (!(await isAgreed(tx, row, beacon, actor, now))) return
  const parts = {
    dice,
    pool_root: poolRootHex(row),
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
  await addDocument(tx, row, 'selection_seed', document, now)
  await drawSelection(tx, row.id, now)
  await auditCeremony(tx, actor, row, 'selection.drawn', { round: beacon.round }, now)
}
