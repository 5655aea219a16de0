import { LINE } from '#contract/line/line.ts'

/** Reply times in milliseconds. There are only a few, so a reply's time reveals nothing about one attempt. */
const STEPS_MS = [LINE.minAnswerMs, 600, 1_200, 2_400]
const WINDOW_MS = 10_000
/** The time of a reply is the slowest recent password hash times this factor. */
const MARGIN = 1.25

/**
 * How long every reply to a registration or a login takes at present. It is long enough for nearly every
 * password hash: the slowest of the last 10 to 20 seconds decides. All callers get the same time, so it
 * reveals nothing about an account. A reply does not wait for a hash that takes longer.
 */
export function answerTime(clock: () => number = () => performance.now()) {
  let windowStartMs = -Infinity
  let slowestMs = 0
  /** The time of the slowest password hash in the window before the current one. */
  let slowestBeforeMs = 0
  const startWindowWhenDue = () => {
    const now = clock()
    const windowAgeMs = now - windowStartMs
    if (windowAgeMs < WINDOW_MS) return
    // If the last window ended more than a whole window ago, its slowest hash no longer counts.
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
