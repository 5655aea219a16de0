/**
 * Limits concurrent work. `slots` callers work at once and `queue` more wait, none for longer than `waitMs`
 * (D6). A caller who finds the queue full is shed (refused) at once.
 */
type ConcurrencyLimiter = {
  /**
   * Resolves true when the caller is admitted, false when shed. Before admission, it passes two functions to
   * `keepRelease`. Call `release` when the work has ended: otherwise the slot is lost. Only its first call
   * has an effect. Call `leaveQueue` when the caller disconnects. It has an effect only while the caller
   * waits, because work that cannot be stopped holds its slot to the end.
   */
  enter(keepRelease: (release: () => void, leaveQueue: () => void) => void): Promise<boolean>
  state(): { inFlight: number; waiting: number }
  /** Resolves when no caller holds a slot any more. */
  empty(): Promise<void>
}

export function concurrencyLimiter({
  slots,
  queue,
  waitMs,
}: {
  slots: number
  queue: number
  waitMs: number
}): ConcurrencyLimiter {
  let inFlight = 0
  const waiting = new Set<{ admit: () => void }>()
  const idleListeners: (() => void)[] = []
  const releaseSlot = () => {
    inFlight--
    const [nextCaller] = waiting
    nextCaller?.admit()
    if (inFlight === 0) for (const notifyIdle of idleListeners.splice(0)) notifyIdle()
  }
  return {
    enter: (keepRelease) =>
      new Promise((resolve) => {
        let callerState: 'new' | 'waiting' | 'admitted' | 'gone' = 'new'
        let timer: NodeJS.Timeout | undefined
        const caller = {
          admit() {
            clearTimeout(timer)
            waiting.delete(caller)
            callerState = 'admitted'
            inFlight++
            resolve(true)
          },
        }
        const shed = () => {
          clearTimeout(timer)
          waiting.delete(caller)
          callerState = 'gone'
          resolve(false)
        }
        const leaveQueue = () => {
          if (callerState === 'waiting') shed()
        }
        keepRelease(() => {
          if (callerState === 'admitted') releaseSlot()
          leaveQueue()
          callerState = 'gone'
        }, leaveQueue)
        if (inFlight < slots) return caller.admit()
        if (waiting.size >= queue) return shed()
        callerState = 'waiting'
        timer = setTimeout(shed, waitMs)
        waiting.add(caller)
      }),
    state: () => ({ inFlight, waiting: waiting.size }),
    empty: () => new Promise((resolve) => (inFlight === 0 ? resolve() : void idleListeners.push(resolve))),
  }
}
