import type { Passage } from '../answer.ts'
import type { Failure } from './breaker.ts'

/** A question as it may leave: redacted, with the passages it is to be answered from. */
export type Leaving = { question: string; earlier: string[]; passages: Passage[]; search: boolean }

/**
 * How asking ended: answered; broken off with something said already; ended for saying what it was not told;
 * or why nobody answered.
 */
export type Ending = 'answered' | 'broken off' | 'unfounded' | Failure

/** The outside services that may write answers. */
export type Providers = {
  /**
   * The words of the first provider that answers, as plain text that may be shown; the ending is what the
   * generator returns.
   */
  ask(leaving: Leaving, gone: AbortSignal): AsyncGenerator<string, Ending>
}
