/**
 * CoDel's parameters: Nichols & Jacobson, "Controlling Queue Delay", ACM Queue 2012, tuned for requests that
 * take milliseconds.
 */
export const CODEL = {
  /** How long a request may wait in a queue that does not drain. */
  targetMs: 50,
  /**
   * How long the wait must be worse than that before the queue counts as standing; and how long a request may
   * wait until then.
   */
  intervalMs: 500,
} as const

/** One request that waits for a slot. */
export type Waiter = {
  since: number
  rank: number
  first: boolean
  tell: (isIn: boolean) => void
  overdue?: (() => void) | undefined
}

/**
 * A queue that tells a burst from a standing queue, as CoDel does. A burst may wait for 500 ms. When the
 * oldest has waited too long for a whole interval, the queue stands: from then until all are served, no one
 * waits longer than 50 ms, so that shed callers learn it soon. For requests CoDel's slow rise of drops gains
 * nothing: a shed caller does not send less.
 */
export function codelQueue() {
  const waiters: Waiter[] = []
  let goodAt = 0
  let stands = false
  const check = (now: number) => {
    if (!stands && now - (waiters[0]?.since ?? now) < CODEL.targetMs) goodAt = now
    if (now - goodAt >= CODEL.intervalMs) stands = true
  }
  return {
    size: () => waiters.length,
    oldest: () => waiters[0],
    waiting: (): Iterable<Waiter> => waiters,
    stands: () => stands,
    /** No one has to wait: everyone in the queue was served, not shed. */
    drained: () => void (stands = false),
    add(waiter: Waiter) {
      check(waiter.since)
      waiters.push(waiter)
    },
    remove: (waiter: Waiter): boolean =>
      waiters.includes(waiter) && waiters.splice(waiters.indexOf(waiter), 1).length > 0,
    take(now: number, newestFirst: boolean): Waiter | undefined {
      check(now)
      const waiter = newestFirst ? waiters.pop() : waiters.shift()
      if (waiters.length === 0) stands = false
      return waiter
    },
    /** Removes those who have waited too long; `hurried` applies the limit of a standing queue. */
    late(now: number, hurried: boolean): Waiter[] {
      check(now)
      const limit = stands || hurried ? CODEL.targetMs : CODEL.intervalMs
      const late = waiters.findIndex(({ since }) => now - since < limit)
      return waiters.splice(0, late < 0 ? waiters.length : late)
    },
  }
}
