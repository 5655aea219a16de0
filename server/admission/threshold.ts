import { CLASSES } from '#contract/endpoint.ts'

/**
 * Chooses whom to admit under overload, by DAGOR: Zhou et al., "Overload Control for Scaling WeChat
 * Microservices", SoCC 2018. Each request has a position, its class first and then the bucket of its account
 * or device; those below the threshold are admitted. The time that requests wait, measured over a window,
 * moves the threshold; the histogram of the window says how far.
 */
export const DAGOR = {
  windowMs: 500,
  // A window also ends after so many arrivals while one waits for long, or so many and twice those served
  // before while one waits at all.
  many: 128,
  /** Average waiting time above which a window was overloaded. */
  queueingMs: 20,
  /** The share by which admissions fall after an overloaded window. */
  less: 0.05,
  /** The share of arrivals that is admitted in addition after any other window. */
  more: 0.01,
  /** When the queue has been empty for this long, everything is admitted at once. */
  emptyMs: 5_000,
  /** When the queue has been empty for this long at the end of a window, the wait was a burst. */
  burstMs: 50,
  /** How long a caller keeps its bucket. */
  turnMs: 600_000,
} as const

export const BUCKETS = 128
/** The threshold that admits everything, and the lowest one: within `submit` no one is chosen. */
export const OPEN = CLASSES.length * BUCKETS
const LOWEST = BUCKETS

// A caller moves by 21 of 128 buckets at each turn: six turns, an hour, bring it within 23 buckets of any
// other place. So where 18 % of a class are admitted, each caller is among them at least once an hour.
const STRIDE = 21

/**
 * The bucket of a caller: the same for ten minutes. Other callers are equally likely in any other bucket.
 * Classes change at different times.
 */
export function bucketOf(rank: number, caller: string, wallMs: number, salt: number): number {
  // FNV-1a, started from a secret: no one can search for a name that is admitted.
  let hash = salt | 0
  for (let index = 0; index < caller.length; index++)
    hash = Math.imul(hash ^ caller.charCodeAt(index), 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  hash ^= hash >>> 12
  const turn = Math.floor(wallMs / DAGOR.turnMs + rank / CLASSES.length)
  return ((hash >>> 0) + turn * STRIDE) % BUCKETS
}

/** What was measured in a window. */
export type Window = {
  /** Arrivals by position. */
  arrivals: Uint32Array
  /** How long requests waited on average, for a slot and for a connection. */
  queueingMs: number
  served: number
  /** How long no one has waited by now. */
  emptyMs: number
}

/** The lowest threshold below which at least `count` requests arrived. */
const thresholdFor = (arrivals: Uint32Array, count: number) => {
  let sum = 0
  for (let position = 0; position < OPEN; position++) {
    if (sum >= count && position >= LOWEST) return position
    sum += arrivals[position] ?? 0
  }
  return OPEN
}

const sumBelow = (arrivals: Uint32Array, threshold: number) =>
  arrivals.subarray(0, threshold).reduce((sum, count) => sum + count, 0)

/** The threshold after a window. A pure function. */
export function nextThreshold(threshold: number, { arrivals, queueingMs, served, emptyMs }: Window): number {
  // A burst that is over by now is no overload: the next requests find free slots.
  if (queueingMs > DAGOR.queueingMs && emptyMs < DAGOR.burstMs) {
    const admitted = sumBelow(arrivals, threshold)
    // With ten times too many arrivals, what was admitted says little about what can be served: halving needs
    // a few steps, not forty-five.
    const target = Math.min(admitted, Math.max(served, admitted / 2)) * (1 - DAGOR.less)
    // One window says little about the classes that hardly arrived in it.
    return Math.min(threshold, Math.max(thresholdFor(arrivals, target), Math.ceil(threshold / 2)))
  }
  if (threshold === OPEN || emptyMs >= DAGOR.emptyMs) return OPEN
  const target = sumBelow(arrivals, threshold) + Math.max(1, sumBelow(arrivals, OPEN) * DAGOR.more)
  return Math.max(threshold, thresholdFor(arrivals, target))
}
