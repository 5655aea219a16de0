import { ASSISTANT } from '#contract/assistant/limits.ts'

/**
 * Why a provider gave no answer: it is overloaded or we ask too much; the account is not in order; anything
 * else.
 */
export type Failure = 'busy' | 'unavailable' | 'failed'

// No cockatiel: the clock is handed in, and a test sets it.
/** T26: leaves a provider alone after five failures in a row; after a rest one question tries it again. */
export function breaker(
  now: () => Date,
  { failures, restMs } = ASSISTANT.breaker as { failures: number; restMs: number },
) {
  let inRow = 0
  let restUntil = 0
  let last: Failure = 'failed'
  let trying = false
  return {
    /** True when it may be asked now; then `succeeded`, `failed` or `undecided` is to be called. */
    admits(): boolean {
      if (inRow < failures) return true
      if (trying || now().getTime() < restUntil) return false
      return (trying = true)
    },
    succeeded(): void {
      inRow = 0
      trying = false
    },
    failed(why: Failure): void {
      inRow++
      last = why
      trying = false
      restUntil = now().getTime() + restMs
    },
    /** Nobody waited for the end of it. */
    undecided: () => void (trying = false),
    /** What it failed with when it last did. */
    last: () => last,
  }
}
