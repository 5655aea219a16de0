import { CLASSES } from '#contract/endpoint.ts'

/**
 * Chooses which requests to admit under overload, by the DAGOR algorithm: Zhou et al., "Overload Control for
 * Scaling WeChat Microservices", SoCC 2018. Each request has a position: its class first, then the bucket of
 * its account or device. Positions below the threshold are admitted. After each window of time, the average
 * wait decides whether the threshold falls or rises. The arrivals at each position decide how far.
 */
export const DAGOR = {
  windowMs: 500,
  /**
   * A window ends early after this many arrivals if a request has waited for long. After a short wait, it
   * needs these and twice as many as the window before served.
   */
  arrivalsPerWindow: 128,
  /** A window counts as overloaded if its average wait was above this. */
  queueingMs: 20,
  /** After an overloaded window, the target for admitted requests falls at least by this share. */
  decreaseShare: 0.05,
  /** After a window without overload, this share of the arrivals is admitted in addition. */
  increaseShare: 0.01,
  /** After the queue has been empty for this long, all requests are admitted again. */
  emptyMs: 5_000,
  /** If the queue is empty for this long when a window ends, its waits came from a mere burst. */
  burstMs: 50,
  /** How long a caller stays in the same bucket, in milliseconds. */
  bucketMs: 600_000,
} as const

export const BUCKET_COUNT = 128
/** The highest threshold: all requests are below it, so all are admitted. */
export const ADMIT_ALL = CLASSES.length * BUCKET_COUNT
/** The lowest threshold. All submits are below it, so it never refuses one. */
const ADMIT_SUBMITS = BUCKET_COUNT

// A caller moves by 21 of the 128 buckets every ten minutes. Within an hour it comes within 23 buckets of
// every bucket. So where 18 % of a class are admitted, each caller is admitted at least once an hour.
const BUCKET_STRIDE = 21

/**
 * The bucket of a caller, which stays the same for ten minutes. It says nothing about the buckets of others.
 * Each class changes its buckets at another time.
 */
export function bucketOf(rank: number, caller: string, wallMs: number, salt: number): number {
  // This is the hash FNV-1a, started from a secret. So no one can search for a caller name that is admitted.
  let hash = salt | 0
  for (let index = 0; index < caller.length; index++)
    hash = Math.imul(hash ^ caller.charCodeAt(index), 0x01000193)
  // Mixes the bits of the hash further, so that similar names spread over all buckets.
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  hash ^= hash >>> 12
  const moves = Math.floor(wallMs / DAGOR.bucketMs + rank / CLASSES.length)
  return ((hash >>> 0) + moves * BUCKET_STRIDE) % BUCKET_COUNT
}

/** What was measured about requests in one window of time. */
type Window = {
  /** Arrivals by position. */
  arrivals: Uint32Array
  /** How long requests waited on average, for a slot and for a database connection. */
  queueingMs: number
  served: number
  /** For how many milliseconds the queue of requests has been empty. */
  emptyMs: number
}

/** The lowest threshold with at least `count` arrivals below it. */
const thresholdFor = (arrivals: Uint32Array, count: number) => {
  let sum = 0
  for (let position = 0; position < ADMIT_ALL; position++) {
    if (sum >= count && position >= ADMIT_SUBMITS) return position
    sum += arrivals[position] ?? 0
  }
  return ADMIT_ALL
}

const sumBelow = (arrivals: Uint32Array, threshold: number) =>
  arrivals.subarray(0, threshold).reduce((sum, count) => sum + count, 0)

/** The new threshold for admitting requests, after a window of time. */
export function nextThreshold(threshold: number, { arrivals, queueingMs, served, emptyMs }: Window): number {
  // A long wait means overload, unless the queue has been empty since. Then the wait came from a burst that
  // is over, and the next requests find free slots.
  if (queueingMs > DAGOR.queueingMs && emptyMs < DAGOR.burstMs) {
    const admitted = sumBelow(arrivals, threshold)
    // Admissions fall towards the number served, at most by half at a time. At ten times too many arrivals,
    // that takes a few windows. Steps of 5 % alone would take forty-five.
    const target = Math.min(admitted, Math.max(served, admitted / 2)) * (1 - DAGOR.decreaseShare)
    // The threshold falls at most by half, because one window says little about classes with few requests.
    return Math.min(threshold, Math.max(thresholdFor(arrivals, target), Math.ceil(threshold / 2)))
  }
  if (threshold === ADMIT_ALL || emptyMs >= DAGOR.emptyMs) return ADMIT_ALL
  const target =
    sumBelow(arrivals, threshold) + Math.max(1, sumBelow(arrivals, ADMIT_ALL) * DAGOR.increaseShare)
  return Math.max(threshold, thresholdFor(arrivals, target))
}
