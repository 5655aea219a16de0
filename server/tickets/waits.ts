import { TICKET } from '#contract/tickets/tickets.ts'

const LEAST_SECONDS = 10
/** While nothing is submitted at all, the backlog is spread as if so many a second went through. */
const SLOWEST_PER_SECOND = 2

/**
 * When the holder of a ticket should try again: once those before it are through, at the best rate of the last minutes, spread by
 * half of that to both sides. The ticket counts, so nobody need hurry; `random` is in [0, 1).
 */
export const waitSeconds = ({ backlog, perSecond, random }: { backlog: number; perSecond: number; random: number }): number => {
  const base = Math.max(LEAST_SECONDS, backlog / Math.max(perSecond, SLOWEST_PER_SECOND))
  return Math.ceil(Math.min(base, TICKET.longestWaitSeconds / 1.5) * (0.5 + random))
}

/** How often something happened in the last `buckets` times `bucketMs`; its memory is the buckets. */
export function recentCount(bucketMs: number, buckets: number) {
  const counts = new Float64Array(buckets)
  let newest = 0
  const advance = (now: number) => {
    const bucket = Math.floor(now / bucketMs)
    // A clock that was set back counts into the newest bucket.
    for (let left = Math.min(buckets, bucket - newest); left > 0; left--) counts[(bucket - left + 1) % buckets] = 0
    newest = Math.max(newest, bucket)
    return newest % buckets
  }
  return {
    add(now: number) {
      const position = advance(now)
      counts[position] = (counts[position] ?? 0) + 1
    },
    /** In the fullest bucket. */
    most(now: number) {
      advance(now)
      return Math.max(...counts)
    },
    sum(now: number) {
      advance(now)
      return counts.reduce((sum, count) => sum + count, 0)
    },
  }
}
