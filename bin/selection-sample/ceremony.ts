import { canonical } from '../../contract/canonical.ts'
import { QUICKNET } from '../../contract/selection-rules/quicknet.ts'
import { isGenuine } from '../../server/selection/beacon.ts'
import { people, poolRoot, ruleText, sha256 } from './pool.ts'

// The ceremony of the sample selection: when each part of the seed was fixed before the beacon's round, and
// the seed. The round and its signature are real: the beacon quicknet made them in 2023.

const BEACON = {
  round: 657_413,
  randomness: 'fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587',
  signature:
    'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b',
}
if (!(await isGenuine(QUICKNET, BEACON))) throw new Error('Quicknet did not sign this round')

const roundAt = new Date((QUICKNET.genesis_time + (BEACON.round - 1) * QUICKNET.period) * 1_000)
/** The time that is this many minutes before the beacon's round. */
const before = (minutes: number) => new Date(roundAt.getTime() - minutes * 60_000).toISOString()

/** In the sample, group C never revealed the text to which it had committed. */
const OBSERVERS = [
  { name: 'Observer group A', reveal: '4471 0902 3318 6650' },
  { name: 'Observer group B', reveal: '7139 2284 0057 9913' },
  { name: 'Observer group C', reveal: null },
]

/** Twenty dice throws as digits. They are computed from a hash, so that the sample is the same each time. */
const dice = (BigInt(`0x${sha256('sample dice')}`) % 10n ** 20n).toString().padStart(20, '0')

/** The parts of the seed. The seed is the SHA-256 hash of their canonical JSON. */
export const seedParts = {
  dice,
  pool_root: poolRoot,
  randomness: BEACON.randomness,
  reveals: OBSERVERS.map(({ reveal }) => reveal),
  round: BEACON.round,
  rule: sha256(ruleText),
}
export const seed = sha256(canonical(seedParts))

export const ceremony = {
  // The rule was fixed 45 days before the round, the pool 27 hours before.
  rule_at: before(45 * 1_440),
  pool_at: before(1_620),
  pool_count: people.length,
  round_at: roundAt.toISOString(),
  dice_at: before(30),
  observers: OBSERVERS.map(({ name, reveal }) => ({
    name,
    commitment: sha256(reveal ?? 'what group C kept to itself'),
    reveal,
  })),
  beacon: BEACON,
  parts: seedParts,
  seed,
}
