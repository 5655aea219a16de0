/**
 * A gate before the work: so many at once, so many waiting, none for longer than `waitMs` (D6). Whoever does not get in
 * is told at once. A slot is given back on the response's raw `close` event, once, so that an aborted caller leaks none.
 */
export type Gate = {
  /** Resolves true when admitted. `gone` is called back by the caller when the connection closes. */
  enter(onClose: (closed: () => void) => void): Promise<boolean>
  state(): { inFlight: number; waiting: number }
}

export function gate({ slots, queue, waitMs }: { slots: number; queue: number; waitMs: number }): Gate {
  let inFlight = 0
  const waiting = new Set<{ admit: () => void }>()
  const leave = () => {
    inFlight--
    const [next] = waiting
    next?.admit()
  }
  return {
    enter: (onClose) =>
      new Promise((resolve) => {
        let state: 'new' | 'waiting' | 'in' | 'gone' = 'new'
        let timer: NodeJS.Timeout | undefined
        const place = {
          admit() {
            clearTimeout(timer)
            waiting.delete(place)
            state = 'in'
            inFlight++
            resolve(true)
          },
        }
        const shed = () => {
          clearTimeout(timer)
          waiting.delete(place)
          state = 'gone'
          resolve(false)
        }
        onClose(() => {
          if (state === 'in') leave()
          else if (state === 'waiting') shed()
          state = 'gone'
        })
        if (inFlight < slots) return place.admit()
        if (waiting.size >= queue) return shed()
        state = 'waiting'
        timer = setTimeout(shed, waitMs)
        waiting.add(place)
      }),
    state: () => ({ inFlight, waiting: waiting.size }),
  }
}
