import { CLASSES } from '#contract/endpoint.ts'

/**
 * Chooses whom to admit under overload, by DAGOR: Zhou et al., "Overload Control for Scaling WeChat
 * Microservices", SoCC 2018. Each request has a position: its class first, then the bucket of its account or
 * device. Positions below the threshold are admitted. After each window, the average wait says whether the
 * threshold falls or rises. The number of arrivals at each position says how far.
 */
export const DAGOR = {
  windowMs: 500,
  /**
   * A window ends sooner after this many arrivals, when someone waits for long. When someone waits a short
   * time, it ends after this many and twice those served in the window before.
   */
  arrivalsPerWindow: 128,
  /** Average waiting time above which a window was overloaded. */
  queueingMs: 20,
  /** The share by which admissions fall after an overloaded window. */
  decreaseShare: 0.05,
  /** The share of arrivals that is admitted in addition after any other window. */
  increaseShare: 0.01,
  /** When the queue has been empty for this long, everything is admitted at once. */
  emptyMs: 5_000,
  /** When the queue has been empty for this long at the end of a window, the wait was a burst. */
  burstMs: 50,
  /** How long a caller keeps its bucket. */
  bucketMs: 600_000,
} as const

export const BUCKET_COUNT = 128
/** The threshold that admits everything. */
export const ADMIT_ALL = CLASSES.length * BUCKET_COUNT
/** The lowest threshold, which admits all submits: none of them is ever shed by it. */
const ADMIT_SUBMITS = BUCKET_COUNT

// A caller moves by 21 of 128 buckets every ten minutes. After an hour it has been within 23 buckets of any
// other bucket. So where 18 % of a class are admitted, each caller is among them at least once an hour.
const BUCKET_STRIDE = 21

/**
 * The bucket of a caller: the same for ten minutes. Other callers are equally likely in any other bucket.
 * Each class changes its buckets at another time.
 */
export function bucketOf(rank: number, caller: string, wallMs: number, salt: number): number {
  // The hash FNV-1a, started from a secret: no one can search for a name that is admitted.
  let hash = salt | 0
  for (let index = 0; index < caller.length; index++)
    hash = Math.imul(hash ^ caller.charCodeAt(index), 0x01000193)
  // Mixes the bits further, so that similar names spread over all buckets.
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  hash ^= hash >>> 12
  const moves = Math.floor(wallMs / DAGOR.bucketMs + rank / CLASSES.length)
  return ((hash >>> 0) + moves * BUCKET_STRIDE) % BUCKET_COUNT
}

/** What was measured in a window. */
export type Window = {
  /** Arrivals by position. */
  arrivals: Uint32Array
  /** How long requests waited on average, for a slot and for a connection. */
  queueingMs: number
  served: number
  /** For how long the queue has been empty. */
  emptyMs: number
}

/** The lowest threshold below which at least `count` requests arrived. */
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

/** The threshold after a window. */
export function nextThreshold(threshold: number, { arrivals, queueingMs, served, emptyMs }: Window): number {
  // A burst that is over by now is no overload: the next requests find free slots.
  if (queueingMs > DAGOR.queueingMs && emptyMs < DAGOR.burstMs) {
    const admitted = sumBelow(arrivals, threshold)
    // Falls towards the number served, at most by half at a time. With ten times too many arrivals that takes
    // a few windows; steps of 5 % alone would take forty-five.
    const target = Math.min(admitted, Math.max(served, admitted / 2)) * (1 - DAGOR.decreaseShare)
    // At most half, because one window says little about classes of which few requests arrived.
    return Math.min(threshold, Math.max(thresholdFor(arrivals, target), Math.ceil(threshold / 2)))
  }
  if (threshold === ADMIT_ALL || emptyMs >= DAGOR.emptyMs) return ADMIT_ALL
  const target =
    sumBelow(arrivals, threshold) + Math.max(1, sumBelow(arrivals, ADMIT_ALL) * DAGOR.increaseShare)
  return Math.max(threshold, thresholdFor(arrivals, target))
}
