import { UPLOADS } from '#contract/job-applications/documents.ts'

export type Shares = { atOnce: number; perPerson: number; perNetwork: number }

/** An upload that is arriving. */
export type Arriving = {
  userId: number
  network: string
  /** Bytes of it that are here; undefined once all are: it holds its place for a moment only. */
  bytes(): number | undefined
  /** Ends it in favour of another. */
  end(): void
}

const mostOf = <Key>(counts: Map<Key, number>) => Math.max(0, ...counts.values())

/**
 * Who may send a file at once (T18). A person has so many places. A network has a share and not a wall, for a cyber cafe or a
 * carrier is one network: it takes what is free. When all places are taken, whoever is new and within its share
 * takes that of the slowest upload of whoever holds most.
 */
export function uploadShares({ atOnce, perPerson, perNetwork }: Shares = UPLOADS, clock: () => number = () => performance.now()) {
  const held = new Map<Arriving, { since: number }>()
  const holders = () => [...held.keys()]
  const countBy = <Key>(uploads: Arriving[], keyOf: (upload: Arriving) => Key) => {
    const counts = new Map<Key, number>()
    for (const upload of uploads) counts.set(keyOf(upload), (counts.get(keyOf(upload)) ?? 0) + 1)
    return counts
  }

  /** The uploads of those who hold more than the newcomer would, by network, or else by person within its own. */
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
    const rate = (upload: Arriving) => (upload.bytes() ?? 0) / (clock() - (held.get(upload)?.since ?? 0) + 1_000)
    const [slowest] = uploads.filter((upload) => upload.bytes() !== undefined).sort((left, right) => rate(left) - rate(right))
    if (!slowest) return false
    held.delete(slowest)
    slowest.end()
    return true
  }

  /** Takes a place; false when there is none. Either way `leave` may be called, once or more. */
  const take = (upload: Arriving): boolean => {
    const own = holders().filter(({ userId }) => userId === upload.userId)
    if (own.length >= perPerson) return false
    if (held.size >= atOnce && !endSlowest(greedier(upload))) return false
    held.set(upload, { since: clock() })
    return true
  }
  return { take, leave: (upload: Arriving) => void held.delete(upload) }
}
