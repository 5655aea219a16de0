import { LINE } from '#contract/line/line.ts'

/** Few steps: no single attempt can be told by them. */
const STEPS_MS = [LINE.answerMs, 600, 1_200, 2_400]
const WINDOW_MS = 10_000

/**
 * How long every reply of the entrance takes at present: long enough for nearly every hash, by the slowest of
 * the last 10 to 20 seconds. It is the same for all, whatever is known of an account; a longer hash is not
 * waited for.
 */
export function answerTime(clock: () => number = () => performance.now()) {
  let [began, slowest, before] = [-Infinity, 0, 0]
  const turn = () => {
    const now = clock()
    if (now - began < WINDOW_MS) return
    before = now - began < 2 * WINDOW_MS ? slowest : 0
    ;[began, slowest] = [now, 0]
  }
  return {
    hashed(ms: number) {
      turn()
      slowest = Math.max(slowest, ms)
    },
    ms(): number {
      turn()
      const needed = Math.max(slowest, before) * 1.25
      return STEPS_MS.find((step) => step >= needed) ?? STEPS_MS.at(-1) ?? LINE.answerMs
    },
  }
}
