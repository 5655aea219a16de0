import { ASSISTANT } from '#contract/assistant/limits.ts'
import type { SearchSettings } from '../../assistant-settings.ts'
import type { Log } from '../../deps.ts'
import { errorFields } from '../../error-fields.ts'
import type { breaker, Failure } from './breaker.ts'
import { RejectedAnswer } from '../../strict-fetch.ts'
import type { Model } from './models.ts'
import { plainStream } from './plain-stream.ts'
import { type AllowedContent, UnfoundedAnswer } from './plain-text.ts'
import type { Prompt, SearchResult } from './prompt.ts'
import type { ProviderOutcome } from './providers.ts'
import { searchWeb } from './search.ts'
import { failureOf, speak, type Timer } from './speak.ts'

/** How long a web search may take: as long as a provider may take to start its answer. */
const SEARCH_TIMEOUT_MS = ASSISTANT.initialiseMs
/** The kinds of failure by priority. If several providers failed, the first of these is reported. */
const FAILURES_BY_PRIORITY: Failure[] = ['busy', 'unavailable', 'failed']

export type Provider = {
  /** The provider's position in the configuration, from 1. The log identifies the provider by it. */
  number: number
  breaker: ReturnType<typeof breaker>
  model: () => Promise<Model>
}
type LogFailure = (event: string, error: unknown, number?: number) => void
/** What all requests to providers share. */
type Context = {
  timer: Timer
  logFailure: LogFailure
  fetchFor: (baseUrl: string) => typeof fetch
  /** Texts that no provider's answer may contain. */
  forbidden: string[]
}
/** One question to the providers, and the signals that end it. */
export type LimitedRequest = {
  callerGone: AbortSignal
  /** Fires when the time is over for the first words of an answer or for the whole answer. */
  late: AbortSignal
  /** Is called when the first words of an answer can be shown. */
  onWords: () => void
}
type PreparedRequest = LimitedRequest & {
  prompt: Prompt
  allowed: AllowedContent
  /** True if a web search has used a part of the time. */
  hasSearched: boolean
}

// Logs a provider and the kind of its failure, but nothing of the question or the answer (T29).
export const failureLogger =
  (log: Log): LogFailure =>
  (event, error, number) => {
    // The error code is not logged, because it may be a text of the provider.
    const { code: _, ...fields } = errorFields(error)
    log('warn', event, { ...(number ? { id: number } : {}), kind: failureOf(error), ...fields })
  }

/** Searches the web. A failed or slow search gives no results: the question is answered without it. */
export async function searchOrNothing(
  { timer, logFailure, fetchFor }: Context,
  search: SearchSettings | undefined,
  question: string,
  gone: AbortSignal,
): Promise<SearchResult[]> {
  if (!search) return []
  const slow = new AbortController()
  const cancelTimer = timer(SEARCH_TIMEOUT_MS, () => slow.abort())
  try {
    return await searchWeb(search, question, fetchFor(search.url), AbortSignal.any([gone, slow.signal]))
  } catch (error) {
    if (!gone.aborted) logFailure('assistant.search_failed', error)
    return []
  } finally {
    cancelTimer()
  }
}

/** Yields the answer of one provider. Its circuit breaker learns how the request ended. */
async function* answerOf(
  { timer, logFailure, forbidden }: Context,
  provider: Provider,
  hadWholeTime: boolean,
  { prompt, allowed, callerGone, late, onWords }: PreparedRequest,
): AsyncGenerator<string, ProviderOutcome> {
  const plain = plainStream(allowed, forbidden)
  let hasSpoken = false
  let hasReported = false
  const takeWords = (text: string) => {
    if (hasSpoken) return text
    // Blank lines before the first word do not count as the start of the answer.
    const words = text.trimStart()
    if (words !== '') {
      hasSpoken = true
      onWords()
    }
    return words
  }
  try {
    const stopped = AbortSignal.any([callerGone, late])
    for await (const piece of speak(await provider.model(), prompt, timer, stopped)) {
      const words = takeWords(plain.push(piece))
      if (words) yield words
    }
    const words = takeWords(plain.end())
    if (!hasSpoken) throw Object.assign(new Error('nothing was said'), { name: 'EmptyAnswer' })
    provider.breaker.succeeded()
    hasReported = true
    if (words) yield words
    return 'answered'
  } catch (error) {
    if (hasReported || callerGone.aborted) throw error
    logFailure('assistant.provider_failed', error, provider.number)
    // The provider works, but its answer cannot be shown. So the breaker counts neither success nor failure.
    if (error instanceof UnfoundedAnswer) return 'unfounded'
    // This provider had only the time that a search or earlier ones left. So its lateness says nothing.
    if (late.aborted && !hadWholeTime) return hasSpoken ? 'broken off' : 'failed'
    const failure = failureOf(error)
    provider.breaker.failed(failure)
    hasReported = true
    return hasSpoken ? 'broken off' : failure
  } finally {
    // The caller may have left without a result. The circuit breaker must not wait for one.
    if (!hasReported) provider.breaker.undecided()
  }
}

/** Asks one provider after the other, until one answers completely or has shown some words. */
export async function* askInOrder(
  context: Context,
  providers: Provider[],
  request: PreparedRequest,
): AsyncGenerator<string, ProviderOutcome> {
  const failures: Failure[] = []
  let hasWholeTime = !request.hasSearched
  for (const provider of providers) {
    if (request.callerGone.aborted || request.late.aborted) break
    if (!provider.breaker.admits()) {
      failures.push(provider.breaker.lastFailure())
      continue
    }
    const outcome = yield* answerOf(context, provider, hasWholeTime, request)
    hasWholeTime = false
    if (outcome === 'answered' || outcome === 'broken off' || outcome === 'unfounded') return outcome
    failures.push(outcome)
  }
  return FAILURES_BY_PRIORITY.find((kind) => failures.includes(kind)) ?? 'failed'
}

/** All providers together have one time limit for the first words, and one for the whole answer. */
export async function* inTime(
  timer: Timer,
  ask: (limits: Pick<LimitedRequest, 'late' | 'onWords'>) => AsyncGenerator<string, ProviderOutcome>,
): AsyncGenerator<string, ProviderOutcome> {
  const late = new AbortController()
  const giveUp = () => late.abort(new RejectedAnswer('too slow'))
  const cancelFirstWords = timer(ASSISTANT.firstWordsMs, giveUp)
  const cancelWhole = timer(ASSISTANT.wholeMs, giveUp)
  try {
    return yield* ask({ late: late.signal, onWords: cancelFirstWords })
  } finally {
    cancelFirstWords()
    cancelWhole()
  }
}
