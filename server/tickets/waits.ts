import { TICKET } from '#contract/tickets/tickets.ts'

/** The shortest wait, before the random factor makes it shorter or longer. */
const MIN_SECONDS = 10
/** The number of verdicts per second that is assumed when no submits succeed. */
const MIN_PER_SECOND = 2

/**
 * After how many seconds the holder of a ticket should try again. It is the time that the waiting submits
 * need at the best rate of the last minutes. A random factor from 0.5 to 1.5 spreads the callers. The ticket
 * proves the arrival, so no one needs to hurry. `random` is in [0, 1).
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
  // The longest wait is divided by 1.5, the largest random factor, so that no wait becomes longer.
  return Math.ceil(Math.min(base, TICKET.longestWaitSeconds / 1.5) * (0.5 + random))
}

/** Counts recent events. It has `buckets` numbers, each for `bucketMs`, so its memory does not grow. */
export function recentCount(bucketMs: number, buckets: number) {
  const counts = new Float64Array(buckets)
  let newestBucket = 0
  /** Empties the buckets that are too old. Returns the position of the present bucket in `counts`. */
  const advance = (nowMs: number) => {
    const bucket = Math.floor(nowMs / bucketMs)
    // If the clock was set back, no bucket is emptied, and the newest bucket stays the present one.
    for (let remaining = Math.min(buckets, bucket - newestBucket); remaining > 0; remaining--)
      counts[(bucket - remaining + 1) % buckets] = 0
    newestBucket = Math.max(newestBucket, bucket)
    return newestBucket % buckets
  }
  return {
    add(nowMs: number) {
      const position = advance(nowMs)
      counts[position] = (counts[position] ?? 0) + 1
    },
    /** The number of events in the fullest bucket. */
    highest(nowMs: number) {
      advance(nowMs)
      return Math.max(...counts)
    },
    sum(nowMs: number) {
      advance(nowMs)
      return counts.reduce((sum, count) => sum + count, 0)
    },
  }
}
