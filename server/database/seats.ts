/** Work that waits for a database connection. `sit` takes it out of its queue and gives it a connection. */
type Waiter = { sinceMs: number; sit: () => void }

/**
 * Decides which work gets one of the `total` connections of a pool. Urgent work goes first, and `reserve`
 * connections are reserved for it: a submit never waits behind reads. No work waits longer than `waitMs`. All
 * waiting calls have a slot in admission, so they are few.
 * Long: its functions share two queues and the number of free connections.
 */
export function seats(
  total: number,
  {
    reserve,
    waitMs,
    clock = () => performance.now(),
  }: { reserve: number; waitMs: number; clock?: () => number },
) {
  const urgentQueue: Waiter[] = []
  const usualQueue: Waiter[] = []
  let freeConnections = total
  let waitedMs = 0

  const sitNext = () => {
    if (freeConnections > 0 && urgentQueue.length > 0) urgentQueue[0]?.sit()
    else if (freeConnections > reserve) usualQueue[0]?.sit()
  }
  const wait = (queue: Waiter[]) =>
    new Promise<void>((resolve, reject) => {
      const leaveQueue = () => {
        clearTimeout(timer)
        queue.splice(queue.indexOf(waiter), 1)
      }
      const waiter: Waiter = {
        sinceMs: clock(),
        sit() {
          leaveQueue()
          // Only waits that end with a connection count. Other waits show a database that does not answer.
          // That is no load, and refusing callers would not help.
          waitedMs += clock() - waiter.sinceMs
          freeConnections--
          resolve()
        },
      }
      const timer = setTimeout(() => {
        leaveQueue()
        // This is the driver's own message for a caller who waited too long in its pool. The code that knows
        // the driver's messages then treats both in the same way.
        reject(new Error('timeout exceeded when trying to connect'))
      }, waitMs)
      queue.push(waiter)
    })

  const waiting = () => urgentQueue.length + usualQueue.length

  return {
    waiting,
    /** Runs `work` once a database connection is free for it. */
    async during<Result>(isUrgent: boolean, work: () => Promise<Result>): Promise<Result> {
      const queue = isUrgent ? urgentQueue : usualQueue
      const reservedForOthers = isUrgent ? 0 : reserve
      if (queue.length === 0 && freeConnections > reservedForOthers) freeConnections--
      else await wait(queue)
      try {
        return await work()
      } finally {
        freeConnections++
        sitNext()
      }
    },
    /** How much work waits, and the milliseconds it waited since the last call. */
    waits() {
      const ms = waitedMs
      waitedMs = 0
      return { waiting: waiting(), ms }
    },
  }
}
