/**
 * CoDel's parameters: Nichols & Jacobson, "Controlling Queue Delay", ACM Queue 2012, tuned for requests that
 * take milliseconds.
 */
export const CODEL = {
  /** How long a request may wait in a queue that does not drain. */
  targetMs: 50,
  /**
   * A wait that is longer than the target for this long makes the queue a standing queue. Until then, a
   * request may wait for this long too.
   */
  intervalMs: 500,
} as const

/** One request that waits for a slot, and then holds it. */
export type Waiter = {
  /** When it came, in monotonic ms. */
  sinceMs: number
  /** The position of its class in CLASSES: 0 goes first. */
  classRank: number
  /** A submit that brings a ticket goes before all others. */
  hasTicket: boolean
  /** Called once, with whether it gets a slot. */
  settle: (isIn: boolean) => void
  /** Called once when it has held its slot for too long: its caller gets an answer, its work continues. */
  onOverdue?: (() => void) | undefined
}

/**
 * The queue of one class. As CoDel does, it distinguishes a burst from a standing queue. In a burst a request
 * may wait for 500 ms. When the oldest has waited for more than 50 ms during a whole interval, the queue is
 * standing. From then until all are served no one waits longer than 50 ms, so that shed callers are answered
 * soon. CoDel itself sheds gradually, so that senders slow down. Callers of ours would not.
 */
export function codelQueue() {
  const waiters: Waiter[] = []
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
    /** Call when a request finds a free slot and an empty queue: the queue is no longer standing. */
    markDrained: () => void (isStanding = false),
    add(waiter: Waiter) {
      checkWait(waiter.sinceMs)
      waiters.push(waiter)
    },
    /** False when it does not wait here. */
    remove: (waiter: Waiter): boolean =>
      waiters.includes(waiter) && waiters.splice(waiters.indexOf(waiter), 1).length > 0,
    take(nowMs: number, newestFirst: boolean): Waiter | undefined {
      checkWait(nowMs)
      const waiter = newestFirst ? waiters.pop() : waiters.shift()
      if (waiters.length === 0) isStanding = false
      return waiter
    },
    /** Removes those who have waited too long; `hurried` applies the limit of a standing queue. */
    removeLate(nowMs: number, hurried: boolean): Waiter[] {
      checkWait(nowMs)
      const limitMs = isStanding || hurried ? CODEL.targetMs : CODEL.intervalMs
      const firstInTime = waiters.findIndex(({ sinceMs }) => nowMs - sinceMs < limitMs)
      return waiters.splice(0, firstInTime < 0 ? waiters.length : firstInTime)
    },
  }
}
