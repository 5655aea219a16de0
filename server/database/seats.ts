type Waiter = { since: number; sit: () => void }

/**
 * Limits who holds one of the connections of a pool. Urgent work goes first, and `keep` connections are
 * reserved for it: a submit never waits behind reads. No one waits longer than `waitMs`. Those that wait have
 * a slot in admission, so they are few.
 */
export function seats(
  total: number,
  { keep, waitMs, clock = () => performance.now() }: { keep: number; waitMs: number; clock?: () => number },
) {
  const urgent: Waiter[] = []
  const others: Waiter[] = []
  let free = total
  let waitedMs = 0

  const sitNext = () => {
    const [next] = free > 0 && urgent.length > 0 ? urgent : free > keep ? others : []
    next?.sit()
  }
  const wait = (line: Waiter[]) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        line.splice(line.indexOf(waiter), 1)
      }
      const waiter: Waiter = {
        since: clock(),
        sit() {
          leave()
          // Counts only waits that end well: a wait in vain means a silent database, which is no load, and
          // shedding would not help.
          waitedMs += clock() - waiter.since
          free--
          resolve()
        },
      }
      // The driver's own message, as if its pool had made the caller wait.
      const timer = setTimeout(() => {
        leave()
        reject(new Error('timeout exceeded when trying to connect'))
      }, waitMs)
      line.push(waiter)
    })

  return {
    /** Runs `work` once a seat is free for it. */
    async during<Result>(isUrgent: boolean, work: () => Promise<Result>): Promise<Result> {
      const line = isUrgent ? urgent : others
      if (line.length === 0 && free > (isUrgent ? 0 : keep)) free--
      else await wait(line)
      try {
        return await work()
      } finally {
        free++
        sitNext()
      }
    },
    /** How many wait, and the milliseconds waited since the last call. */
    waits() {
      const ms = waitedMs
      waitedMs = 0
      return { waiting: urgent.length + others.length, ms }
    },
  }
}
