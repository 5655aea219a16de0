import { UPLOADS } from '#contract/documents/documents.ts'

export type Shares = { atOnce: number; perPerson: number; perNetwork: number }

/** An upload that is arriving. */
export type Arriving = {
  userId: number
  network: string
  /** Bytes received; undefined once all are: then it holds its slot for only a moment. */
  bytes(): number | undefined
  /** Ends it in favour of another upload. */
  end(): void
}

const mostOf = <Key>(counts: Map<Key, number>) => Math.max(0, ...counts.values())

/**
 * Decides who may upload at the same time (T18). A person has a fixed number of slots. A network has a share
 * but no hard limit, because a cyber cafe or a carrier is one network: it takes what is free. When all slots
 * are taken, a newcomer within its share takes the slot of the slowest upload of the one who holds most.
 */
export function uploadShares(
  { atOnce, perPerson, perNetwork }: Shares = UPLOADS,
  clock: () => number = () => performance.now(),
) {
  const held = new Map<Arriving, { since: number }>()
  const holders = () => [...held.keys()]
  const countBy = <Key>(uploads: Arriving[], keyOf: (upload: Arriving) => Key) => {
    const counts = new Map<Key, number>()
    for (const upload of uploads) counts.set(keyOf(upload), (counts.get(keyOf(upload)) ?? 0) + 1)
    return counts
  }

  /**
   * The uploads of those who hold more than the newcomer would, by network, or else by person within the
   * newcomer's own network.
   */
  const greedier = ({ userId, network }: Arriving): Arriving[] => {
    const uploads = holders()
    const networks = countBy(uploads, (upload) => upload.network)
    const most = mostOf(networks)
    const mine = networks.get(network) ?? 0
    const within =
      most > mine + 1 && mine < perNetwork
        ? uploads.filter((upload) => networks.get(upload.network) === most)
        : uploads.filter((upload) => upload.network === network)
    const people = countBy(within, (upload) => upload.userId)
    const mostOfOne = mostOf(people)
    if (within[0]?.network === network && mostOfOne <= (people.get(userId) ?? 0) + 1) return []
    return within.filter((upload) => people.get(upload.userId) === mostOfOne)
  }

  const endSlowest = (uploads: Arriving[]): boolean => {
    const rate = (upload: Arriving) =>
      (upload.bytes() ?? 0) / (clock() - (held.get(upload)?.since ?? 0) + 1_000)
    const [slowest] = uploads
      .filter((upload) => upload.bytes() !== undefined)
      .sort((left, right) => rate(left) - rate(right))
    if (!slowest) return false
    held.delete(slowest)
    slowest.end()
    return true
  }

  /** Takes a slot; false when there is none. Either way `leave` may be called, once or more. */
  const take = (upload: Arriving): boolean => {
    const own = holders().filter(({ userId }) => userId === upload.userId)
    if (own.length >= perPerson) return false
    if (held.size >= atOnce && !endSlowest(greedier(upload))) return false
    held.set(upload, { since: clock() })
    return true
  }
  return { take, leave: (upload: Arriving) => void held.delete(upload) }
}
