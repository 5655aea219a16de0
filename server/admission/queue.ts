/** CoDel's numbers: Nichols & Jacobson, "Controlling Queue Delay", ACM Queue 2012, tuned for requests that take milliseconds. */
export const CODEL = {
  /** How long one may wait in a queue that does not drain. */
  targetMs: 50,
  /** How long the queue may be worse than that before it counts as one; and how long one may wait until then. */
  intervalMs: 500,
} as const

/** One request that waits for a slot. */
export type Waiter = { since: number; rank: number; first: boolean; tell: (isIn: boolean) => void }

/**
 * A queue that tells a burst from a standing queue, as CoDel does. A burst may wait for 500 ms. When the oldest has waited too long for
 * a whole interval, the queue stands: from then until it is empty, nobody waits longer than 50 ms, so that who is shed hears it soon. For
 * requests there is nothing to gain from CoDel's slow rise of drops: whoever is shed does not send less.
 */
export function codelQueue() {
  const waiters: Waiter[] = []
  let goodAt = 0
  let stands = false
  const look = (now: number) => {
    const [oldest] = waiters
    if (!oldest) stands = false
    if (!oldest || (!stands && now - oldest.since < CODEL.targetMs)) goodAt = now
    if (now - goodAt >= CODEL.intervalMs) stands = true
  }
  return {
    size: () => waiters.length,
    oldest: () => waiters[0],
    stands: () => stands,
    waitedMs: (now: number) => now - (waiters[0]?.since ?? now),
    add(waiter: Waiter) {
      look(waiter.since)
      waiters.push(waiter)
    },
    remove: (waiter: Waiter): boolean => waiters.includes(waiter) && waiters.splice(waiters.indexOf(waiter), 1).length > 0,
    take(now: number, newestFirst: boolean): Waiter | undefined {
      const waiter = newestFirst ? waiters.pop() : waiters.shift()
      look(now)
      return waiter
    },
    /** Takes out whoever has waited for too long. */
    late(now: number): Waiter[] {
      look(now)
      const limit = stands ? CODEL.targetMs : CODEL.intervalMs
      const late = waiters.findIndex(({ since }) => now - since < limit)
      const out = waiters.splice(0, late < 0 ? waiters.length : late)
      look(now)
      return out
    },
  }
}
