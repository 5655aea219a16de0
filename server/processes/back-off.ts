/** A crash within this time after the start belongs to the same series of crashes. */
const STEADY_MS = 60_000
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 30_000
/** From this crash of a series on, the process is in a crash loop. */
const LOOP_FROM = 3

/**
 * How long to wait before a crashed process is started again. After the first crash there is no wait. In a
 * long series the wait grows to thirty seconds, so that the process leaves the cores to the others.
 */
export function crashBackOff() {
  let crashCount = 0
  return {
    /** Must be called after each crash. `livedMs` is how long the process had run. */
    afterCrash(livedMs: number) {
      crashCount = livedMs < STEADY_MS ? crashCount + 1 : 1
      return {
        pauseMs: crashCount === 1 ? 0 : Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (crashCount - 2)),
        /** How many crashes this series has, the present one included. */
        crashCount,
        /** True once in each series of crashes, so that the log gets one line for the series. */
        startsLoop: crashCount === LOOP_FROM,
        isLoop: crashCount >= LOOP_FROM,
      }
    },
  }
}
