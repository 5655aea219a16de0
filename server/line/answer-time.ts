import { LINE } from '#contract/line/line.ts'

/** Few steps, so that the time of a reply reveals nothing about a single attempt. */
const STEPS_MS = [LINE.minAnswerMs, 600, 1_200, 2_400]
const WINDOW_MS = 10_000
/** A reply takes this much longer than the slowest hash that was seen lately. */
const MARGIN = 1.25

/**
 * How long every reply of an entrance (registration or login) takes at present. It is long enough for nearly
 * every password hash: the slowest of the last 10 to 20 seconds decides. It is the same for all callers, so
 * that it reveals nothing about an account. A reply does not wait for a longer hash.
 */
export function answerTime(clock: () => number = () => performance.now()) {
  let windowStartMs = -Infinity
  let slowestMs = 0
  /** The slowest hash of the window before the current one. */
  let slowestBeforeMs = 0
  const startWindowWhenDue = () => {
    const now = clock()
    const windowAgeMs = now - windowStartMs
    if (windowAgeMs < WINDOW_MS) return
    // A window that ended more than a whole window ago says nothing any more.
    slowestBeforeMs = windowAgeMs < 2 * WINDOW_MS ? slowestMs : 0
    windowStartMs = now
    slowestMs = 0
  }
  return {
    recordHashMs(ms: number) {
      startWindowWhenDue()
      slowestMs = Math.max(slowestMs, ms)
    },
    currentMs(): number {
      startWindowWhenDue()
      const neededMs = Math.max(slowestMs, slowestBeforeMs) * MARGIN
      return STEPS_MS.find((step) => step >= neededMs) ?? STEPS_MS.at(-1) ?? LINE.minAnswerMs
    },
  }
}
