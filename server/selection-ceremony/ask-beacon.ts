import type { Deps } from '../deps.ts'
import { errorFields } from '../error-fields.ts'
import { Refusal } from '../http/refuse.ts'
import { readLimited } from '../read-limited.ts'
import { addressOfRound } from '../selection/beacon.ts'
import { strictFetch } from '../strict-fetch.ts'
import { drawByBeacon, readBeacon } from './draw.ts'
import { findAwaitedRounds, lockSelectionById } from './store.ts'

const PATIENCE_MS = 5_000
const MAX_ANSWER_BYTES = 2_000

type BeaconDeps = Pick<Deps, 'db' | 'config' | 'now' | 'log'>

/** Reads a round of the randomness beacon from the relay; undefined when the relay does not have it yet. */
async function readRound(relay: string, chain: string, round: number): Promise<string | undefined> {
  const answer = await strictFetch(new URL(addressOfRound(chain, round, relay)), {
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const text = await readLimited(answer, MAX_ANSWER_BYTES)
  return answer.status === 200 ? text : undefined
}

/**
 * Asks the operator's relay for each due round of the randomness beacon that a ceremony needs. The answer is
 * verified as if an officer pasted it. Without a relay or an answer, officers paste the round.
 */
export async function askBeacons({ db, config, now: clock, log }: BeaconDeps): Promise<void> {
  if (!config.beaconRelay) return
  for (const { id, chain, round } of await findAwaitedRounds(db, clock())) {
    try {
      const text = await readRound(config.beaconRelay, chain, round)
      if (text === undefined) continue
      const beacon = readBeacon(text)
      await db.tx(async (tx) => {
        // An officer may have pasted the beacon's round meanwhile: then the selection is already drawn.
        const row = await lockSelectionById(tx, id)
        if (row?.state === 'frozen') await drawByBeacon(tx, row, beacon, 'portal', clock())
      })
    } catch (error) {
      const fields = error instanceof Refusal ? { kind: error.kind } : errorFields(error)
      log('warn', 'selections.no_beacon', { id, ...fields })
    }
  }
}
