import { TICKET } from '#contract/tickets/tickets.ts'

const MIN_SECONDS = 10
/** The assumed rate of verdicts a second when no submits succeed. */
const MIN_PER_SECOND = 2

/**
 * The seconds until the holder of a ticket should try again: the time for the backlog at the best rate of the
 * last minutes, varied by half in both directions. The ticket proves the arrival, so no one needs to hurry.
 * `random` is in [0, 1).
 */
export const waitSeconds = ({
  backlog,
  perSecond,
  random,
}: {
  backlog: number
  perSecond: number
  random: number
}): number => {
  const base = Math.max(MIN_SECONDS, backlog / Math.max(perSecond, MIN_PER_SECOND))
  // Divided by 1.5, the largest factor, so that no wait is longer than the longest.
  return Math.ceil(Math.min(base, TICKET.longestWaitSeconds / 1.5) * (0.5 + random))
}

/** Counts events in the last `buckets` times `bucketMs`, in constant memory. */
export function recentCount(bucketMs: number, buckets: number) {
  const counts = new Float64Array(buckets)
  let newestBucket = 0
  const advance = (now: number) => {
    const bucket = Math.floor(now / bucketMs)
    // Empties the buckets since the newest one. If the clock was set back, counts into the newest.
    for (let remaining = Math.min(buckets, bucket - newestBucket); remaining > 0; remaining--)
      counts[(bucket - remaining + 1) % buckets] = 0
    newestBucket = Math.max(newestBucket, bucket)
    return newestBucket % buckets
  }
  return {
    add(now: number) {
      const position = advance(now)
      counts[position] = (counts[position] ?? 0) + 1
    },
    /** The count of the fullest bucket. */
    highest(now: number) {
      advance(now)
      return Math.max(...counts)
    },
    sum(now: number) {
      advance(now)
      return counts.reduce((sum, count) => sum + count, 0)
    },
  }
}
