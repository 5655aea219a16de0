/** A process that ends after less than this continues a row of failures. */
const STEADY_MS = 60_000
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 30_000
/** From this failure in a row on, it is a crash loop. */
const LOOP_FROM = 3

/**
 * How long to wait before a process that crashed is started again. The first crash costs no time. A process
 * that keeps crashing is started every thirty seconds, so that it does not take the cores of the others.
 */
export function crashBackOff() {
  let inRow = 0
  return {
    /** Call when a process crashed. `livedMs`: how long it had run. */
    afterCrash(livedMs: number) {
      inRow = livedMs < STEADY_MS ? inRow + 1 : 1
      return {
        pauseMs: inRow === 1 ? 0 : Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (inRow - 2)),
        inRow,
        /** True once in each row of failures, so that the log has one line for it. */
        startsLoop: inRow === LOOP_FROM,
        isLoop: inRow >= LOOP_FROM,
      }
    },
  }
}
