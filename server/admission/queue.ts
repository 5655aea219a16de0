/**
 * The parameters of the CoDel algorithm: Nichols & Jacobson, "Controlling Queue Delay", ACM Queue 2012. They
 * are tuned for requests that take milliseconds.
 */
export const CODEL = {
  /** How long a request may wait in a queue that is not getting shorter. */
  targetMs: 50,
  /**
   * If waits exceed the target for this long, the queue counts as a standing queue. Until then, a request may
   * wait for this long too.
   */
  intervalMs: 500,
} as const

/** A request that waits for a slot, and holds one later. */
export type Waiter = {
  /** When the request arrived, in monotonic milliseconds. */
  sinceMs: number
  /** The rank of the request's class in CLASSES: 0 goes first. */
  classRank: number
  /** True for a submit with a ticket, which goes before all other requests. */
  hasTicket: boolean
  /** Is called once, with whether the request gets a slot. */
  settle: (hasSlot: boolean) => void
  /**
   * Is called once if the request holds its slot for too long: its caller is answered, its work continues.
   */
  onOverdue?: (() => void) | undefined
}

/**
 * The queue of one class of requests. As in CoDel, it distinguishes a burst from a standing queue. In a burst
 * a request may wait for 500 ms. The queue is standing when its oldest request has waited for more than 50 ms
 * during a whole interval. Then no request waits longer than 50 ms until the queue is empty. So refused
 * callers get their answer soon. CoDel itself refuses gradually, to slow senders down. The portal's callers
 * would not slow down.
 */
export function codelQueue() {
  const waiters: Waiter[] = []
  // The last time when the oldest request had waited for less than the target, in monotonic milliseconds.
  // While the queue is standing, this does not change.
  let lastShortWaitMs = 0
  let isStanding = false
  const checkWait = (nowMs: number) => {
    const oldestMs = nowMs - (waiters[0]?.sinceMs ?? nowMs)
    if (!isStanding && oldestMs < CODEL.targetMs) lastShortWaitMs = nowMs
    if (nowMs - lastShortWaitMs >= CODEL.intervalMs) isStanding = true
  }
  return {
    size: () => waiters.length,
    oldest: () => waiters[0],
    waiting: (): Iterable<Waiter> => waiters,
    isStanding: () => isStanding,
    /** Call this when a request finds a free slot and no queue: the queue is no longer a standing one. */
    markDrained: () => void (isStanding = false),
    add(waiter: Waiter) {
      checkWait(waiter.sinceMs)
      waiters.push(waiter)
    },
    /** Returns false when the request does not wait in this queue. */
    remove: (waiter: Waiter): boolean =>
      waiters.includes(waiter) && waiters.splice(waiters.indexOf(waiter), 1).length > 0,
    take(nowMs: number, newestFirst: boolean): Waiter | undefined {
      checkWait(nowMs)
      const waiter = newestFirst ? waiters.pop() : waiters.shift()
      if (waiters.length === 0) isStanding = false
      return waiter
    },
    /** Removes requests that have waited too long. `hurried` applies the short limit of a standing queue. */
    removeLate(nowMs: number, hurried: boolean): Waiter[] {
      checkWait(nowMs)
      const limitMs = isStanding || hurried ? CODEL.targetMs : CODEL.intervalMs
      // The oldest request is first in the list. -1 means that all of them are late.
      const firstInTime = waiters.findIndex(({ sinceMs }) => nowMs - sinceMs < limitMs)
      return waiters.splice(0, firstInTime < 0 ? waiters.length : firstInTime)
    },
  }
}
