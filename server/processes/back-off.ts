/** A process that lived for less than this has failed in a row with the ones before. */
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
    /** Call when a process crashed after so long. */
    afterCrash(livedMs: number) {
      inRow = livedMs < STEADY_MS ? inRow + 1 : 1
      return {
        pauseMs: inRow === 1 ? 0 : Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (inRow - 2)),
        inRow,
        /** True once in a row: a loop is worth one line of the log, not one for each crash. */
        startsLoop: inRow === LOOP_FROM,
        isLoop: inRow >= LOOP_FROM,
      }
    },
  }
}
