/**
 * Limits concurrent work: `slots` at once, `queue` waiting, none for longer than `waitMs` (D6). A caller who
 * gets no slot is refused at once. A slot is released when the work is done or on the response's raw `close`
 * event, whichever comes first, and only once: an aborted caller leaks none.
 */
export type ConcurrencyLimiter = {
  /**
   * Resolves true when admitted, false when shed. Call the function given to `onLeave` when the work is done
   * or the caller is gone, once or more.
   */
  enter(onLeave: (leave: () => void) => void): Promise<boolean>
  state(): { inFlight: number; waiting: number }
  /** Resolves when no slot is taken. */
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
    const [next] = waiting
    next?.admit()
    if (inFlight === 0) for (const notifyIdle of idleListeners.splice(0)) notifyIdle()
  }
  return {
    enter: (onLeave) =>
      new Promise((resolve) => {
        let state: 'new' | 'waiting' | 'in' | 'gone' = 'new'
        let timer: NodeJS.Timeout | undefined
        const caller = {
          admit() {
            clearTimeout(timer)
            waiting.delete(caller)
            state = 'in'
            inFlight++
            resolve(true)
          },
        }
        const shed = () => {
          clearTimeout(timer)
          waiting.delete(caller)
          state = 'gone'
          resolve(false)
        }
        onLeave(() => {
          if (state === 'in') releaseSlot()
          else if (state === 'waiting') shed()
          state = 'gone'
        })
        if (inFlight < slots) return caller.admit()
        if (waiting.size >= queue) return shed()
        state = 'waiting'
        timer = setTimeout(shed, waitMs)
        waiting.add(caller)
      }),
    state: () => ({ inFlight, waiting: waiting.size }),
    empty: () => new Promise((resolve) => (inFlight === 0 ? resolve() : void idleListeners.push(resolve))),
  }
}
