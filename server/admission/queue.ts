/** CoDel's numbers: Nichols & Jacobson, "Controlling Queue Delay", ACM Queue 2012, tuned for requests that take milliseconds. */
export const CODEL = {
  /** How long one may wait in a queue that does not drain. */
  targetMs: 50,
  /** How long the queue may be worse than that before it counts as one; and how long one may wait until then. */
  intervalMs: 500,
} as const

/** One request that waits for a slot. */
export type Waiter = { since: number; rank: number; first: boolean; tell: (isIn: boolean) => void; overdue?: (() => void) | undefined }

/**
 * A queue that tells a burst from a standing queue, as CoDel does. A burst may wait for 500 ms. When the oldest has waited too long for
 * a whole interval, the queue stands: from then until all are served, nobody waits longer than 50 ms, so that who is shed hears it soon. For
 * requests there is nothing to gain from CoDel's slow rise of drops: whoever is shed does not send less.
 */
export function codelQueue() {
  const waiters: Waiter[] = []
  let goodAt = 0
  let stands = false
  const look = (now: number) => {
    if (!stands && now - (waiters[0]?.since ?? now) < CODEL.targetMs) goodAt = now
    if (now - goodAt >= CODEL.intervalMs) stands = true
  }
  return {
    size: () => waiters.length,
    oldest: () => waiters[0],
    waiting: (): Iterable<Waiter> => waiters,
    stands: () => stands,
    /** Nobody has to wait: whoever was queued has been served, not shed. */
    drained: () => void (stands = false),
    add(waiter: Waiter) {
      look(waiter.since)
      waiters.push(waiter)
    },
    remove: (waiter: Waiter): boolean => waiters.includes(waiter) && waiters.splice(waiters.indexOf(waiter), 1).length > 0,
    take(now: number, newestFirst: boolean): Waiter | undefined {
      look(now)
      const waiter = newestFirst ? waiters.pop() : waiters.shift()
      if (waiters.length === 0) stands = false
      return waiter
    },
    /** Takes out whoever has waited for too long; `hurried`, as if the queue stood. */
    late(now: number, hurried: boolean): Waiter[] {
      look(now)
      const limit = stands || hurried ? CODEL.targetMs : CODEL.intervalMs
      const late = waiters.findIndex(({ since }) => now - since < limit)
      return waiters.splice(0, late < 0 ? waiters.length : late)
    },
  }
}
