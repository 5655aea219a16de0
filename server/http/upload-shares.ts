/**
 * How many uploads may run at the same time: in total, for one person, and for one network while others wait
 * (T18). An upload that breaks off counts for `STORAGE.uploads` only if it took more than `freeSeconds`.
 */
export const UPLOADS = { atOnce: 64, perPerson: 2, perNetwork: 16, freeSeconds: 60 } as const

/** How many uploads may arrive at once: in all, per person, and per network while other networks wait. */
export type Shares = { atOnce: number; perPerson: number; perNetwork: number }

/** An upload that is arriving. */
export type Arriving = {
  userId: number
  network: string
  /** Bytes received so far; undefined once all have arrived, when the slot is soon released. */
  bytes(): number | undefined
  /** Ends this upload to give its slot to another one. */
  end(): void
}

/** The highest of these counts; 0 without any. */
const highestOf = <Key>(counts: Map<Key, number>) => Math.max(0, ...counts.values())

const countBy = <Key>(uploads: Arriving[], keyOf: (upload: Arriving) => Key) => {
  const counts = new Map<Key, number>()
  for (const upload of uploads) counts.set(keyOf(upload), (counts.get(keyOf(upload)) ?? 0) + 1)
  return counts
}

/**
 * The uploads of which one may end in favour of a new upload, the newcomer:
 * - They belong to the network with most uploads, if two things are true. The newcomer's network is below its
 *   share (`perNetwork`), and with the newcomer it would still have fewer uploads. Otherwise they belong to
 *   the newcomer's own network.
 * - In the chosen network, they belong to the person with most uploads.
 * - In the newcomer's own network, that person must have more uploads than the newcomer's person would then
 *   have. If not, there are none.
 */
function uploadsOfGreediest(uploads: Arriving[], newcomer: Arriving, perNetwork: number): Arriving[] {
  const { userId, network } = newcomer
  const byNetwork = countBy(uploads, (upload) => upload.network)
  const mostInNetwork = highestOf(byNetwork)
  const ofOwnNetwork = byNetwork.get(network) ?? 0
  const othersHoldMore = mostInNetwork > ofOwnNetwork + 1 && ofOwnNetwork < perNetwork
  const candidates = othersHoldMore
    ? uploads.filter((upload) => byNetwork.get(upload.network) === mostInNetwork)
    : uploads.filter((upload) => upload.network === network)
  const byPerson = countBy(candidates, (upload) => upload.userId)
  const mostOfPerson = highestOf(byPerson)
  const wouldHoldAsMuch = mostOfPerson <= (byPerson.get(userId) ?? 0) + 1
  if (candidates[0]?.network === network && wouldHoldAsMuch) return []
  return candidates.filter((upload) => byPerson.get(upload.userId) === mostOfPerson)
}

/** Added to each upload's time when its rate is computed, so that a new upload does not count as slow. */
const RATE_GRACE_MS = 1_000

/**
 * Decides who may upload at the same time (T18). A person has a fixed number of slots. A network has no hard
 * limit, because a cyber cafe or a carrier is one network. When all slots are taken, a newcomer within its
 * network's share gets one. The slowest upload of the person or network with most uploads then ends.
 */
export function uploadShares(
  { atOnce, perPerson, perNetwork }: Shares = UPLOADS,
  clock: () => number = () => performance.now(),
) {
  const startedAtMs = new Map<Arriving, number>()

  /** Ends the slowest of these uploads. False if there is none, or all their bytes have arrived. */
  const endSlowest = (uploads: Arriving[]): boolean => {
    const rateOf = (upload: Arriving) =>
      (upload.bytes() ?? 0) / (clock() - (startedAtMs.get(upload) ?? 0) + RATE_GRACE_MS)
    const [slowest] = uploads
      .filter((upload) => upload.bytes() !== undefined)
      .sort((left, right) => rateOf(left) - rateOf(right))
    if (!slowest) return false
    startedAtMs.delete(slowest)
    slowest.end()
    return true
  }

  /** Takes a slot for an upload; false when none is free. After either answer, `leave` may be called. */
  const take = (upload: Arriving): boolean => {
    const uploads = [...startedAtMs.keys()]
    if (uploads.filter(({ userId }) => userId === upload.userId).length >= perPerson) return false
    if (uploads.length >= atOnce && !endSlowest(uploadsOfGreediest(uploads, upload, perNetwork))) return false
    startedAtMs.set(upload, clock())
    return true
  }
  return { take, leave: (upload: Arriving) => void startedAtMs.delete(upload) }
}
