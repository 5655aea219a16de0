import { ASSISTANT } from '#contract/assistant/limits.ts'

/**
 * Why a provider gave no answer. `busy`: it is overloaded, or we ask too often. `unavailable`: our account
 * with the provider has a problem. `failed`: anything else.
 */
export type Failure = 'busy' | 'unavailable' | 'failed'

/**
 * A circuit breaker. After some failures in a row a provider gets no questions for a while. Then one question
 * tries the provider again (T26).
 */
// This is our own code instead of the library cockatiel, because a test must be able to set the clock.
export function breaker(
  now: () => Date,
  { failures, restMs }: { failures: number; restMs: number } = ASSISTANT.breaker,
) {
  let failuresInRow = 0
  let restUntil = 0
  let lastFailure: Failure = 'failed'
  let isTrying = false
  return {
    /** True when the provider may be asked now. Then call `succeeded`, `failed` or `undecided`. */
    admits(): boolean {
      if (failuresInRow < failures) return true
      if (isTrying || now().getTime() < restUntil) return false
      isTrying = true
      return true
    },
    succeeded(): void {
      failuresInRow = 0
      isTrying = false
    },
    failed(failure: Failure): void {
      failuresInRow++
      lastFailure = failure
      isTrying = false
      restUntil = now().getTime() + restMs
    },
    /** The person left before the provider's answer ended, so nothing is known about the provider. */
    undecided(): void {
      isTrying = false
    },
    /** The kind of the provider's last failure. */
    lastFailure: () => lastFailure,
  }
}
