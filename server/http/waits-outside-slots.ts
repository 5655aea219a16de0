/** A turn of Node's event loop of more than this many ms has delayed requests. */
const LONG_TURN_MS = 20
/** A turn of more than this many ms sets `lastWaitAtMs`, the last time at which a request waited. */
const VERY_LONG_TURN_MS = 40

/**
 * How long requests waited in a window, apart from waiting for a slot. `databaseMs`: for a connection to the
 * database. `loopMs`: how long a request waits for the event loop that arrives in one millisecond, added up
 * for all milliseconds of the window. Divided by the length of the window, this is the average wait.
 * `lastWaitAtMs`: when a request last waited; -Infinity if none did.
 */
type OutsideWaits = { databaseMs: number; loopMs: number; lastWaitAtMs: number }
export const noOutsideWaits = (): OutsideWaits => ({ databaseMs: 0, loopMs: 0, lastWaitAtMs: -Infinity })

/**
 * Measures the waits of requests other than for slots. `databaseWaits` gives the requests that wait for a
 * connection, and the ms waited since its last call.
 */
export function outsideWaits(databaseWaits: () => { waiting: number; ms: number }, startMs: number) {
  const waits = noOutsideWaits()
  let tickedAtMs = startMs
  return {
    inWindow: waits,
    /** Must be called every 10 ms. */
    tick(nowMs: number) {
      const turnMs = nowMs - tickedAtMs
      tickedAtMs = nowMs
      const { waiting, ms } = databaseWaits()
      waits.databaseMs += ms
      // Requests that arrive in a long turn are read at its end, so each waits half the turn on average. A
      // turn brings requests in proportion to its length, so we add half its square.
      if (turnMs > LONG_TURN_MS) waits.loopMs += turnMs ** 2 / 2
      if (waiting > 0 || turnMs > VERY_LONG_TURN_MS) waits.lastWaitAtMs = nowMs
    },
    /** Sets the sums to zero. `lastWaitAtMs` stays, because the last wait may be in an earlier window. */
    startWindow() {
      waits.databaseMs = 0
      waits.loopMs = 0
    },
  }
}
