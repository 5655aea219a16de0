/** A turn of the event loop that takes longer than this has delayed requests. */
const LONG_TURN_MS = 20
/** A turn that takes longer than this counts as a time at which someone waited. */
const VERY_LONG_TURN_MS = 40

/**
 * What requests waited in a window, besides waiting for a slot. `databaseMs` and `loopMs`: for a connection
 * to the database, and for the event loop. `waitedAtMs`: when one last waited so; -Infinity when none did.
 */
export type OutsideWaits = { databaseMs: number; loopMs: number; waitedAtMs: number }
export const noOutsideWaits = (): OutsideWaits => ({ databaseMs: 0, loopMs: 0, waitedAtMs: -Infinity })

/**
 * Measures what requests waited outside of slots. `databaseWaits` gives how many wait for a connection, and
 * the ms waited since its last call.
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
      // Requests that arrive in a long turn of the event loop are read at its end, so each waits for half of
      // it on average. The sum has this wait times the length of the turn.
      if (turnMs > LONG_TURN_MS) waits.loopMs += turnMs ** 2 / 2
      if (waiting > 0 || turnMs > VERY_LONG_TURN_MS) waits.waitedAtMs = nowMs
    },
    startWindow() {
      waits.databaseMs = 0
      waits.loopMs = 0
    },
  }
}
