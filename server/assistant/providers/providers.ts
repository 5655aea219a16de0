import type { Passage } from '../answer.ts'
import type { Failure } from './breaker.ts'

/** A question as it is sent to a provider: redacted, with the passages for the answer. */
export type OutgoingQuestion = {
  question: string
  /** The person's earlier questions, which may show the subject. */
  earlier: string[]
  passages: Passage[]
  /** True when a web search may help. */
  search: boolean
}

/**
 * The end of a request. `broken off`: text was already shown. `unfounded`: the answer said something that
 * our passages do not say. A failure tells why no provider answered.
 */
export type ProviderOutcome = 'answered' | 'broken off' | 'unfounded' | Failure

/** The outside services that may write answers. */
export type Providers = {
  /**
   * Yields the text of the first provider that answers, as plain text that may be shown. The generator
   * returns how the request ended.
   */
  ask(outgoing: OutgoingQuestion, callerGone: AbortSignal): AsyncGenerator<string, ProviderOutcome>
}
