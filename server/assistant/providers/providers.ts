import type { Passage } from '../answer.ts'
import type { Failure } from './breaker.ts'

/** A question as a provider receives it: redacted, with the passages for the answer. */
export type OutgoingQuestion = {
  question: string
  /** Earlier questions of the person. They may show the subject of this one. */
  earlier: string[]
  passages: Passage[]
  /** True when a web search may help to answer the question. */
  wantsSearch: boolean
}

/**
 * How a request to the providers ended. `broken off`: text was already shown. `unfounded`: the answer said
 * something that our passages do not say. Otherwise, the kind of failure says why no provider answered.
 */
export type ProviderOutcome = 'answered' | 'broken off' | 'unfounded' | Failure

/** The outside services that may write the assistant's answers. */
export type Providers = {
  /**
   * Asks the providers. Yields the text of the first one that answers, as plain text that may be shown. The
   * generator returns how the request ended.
   */
  ask(outgoing: OutgoingQuestion, callerGone: AbortSignal): AsyncGenerator<string, ProviderOutcome>
}
