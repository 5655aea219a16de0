import { ASSISTANT } from '#contract/assistant/limits.ts'
import type { SearchSettings } from '../../assistant-settings.ts'
import type { Log } from '../../deps.ts'
import { errorFields } from '../../error-fields.ts'
import type { breaker, Failure } from './breaker.ts'
import { RejectedAnswer } from './guarded-fetch.ts'
import type { Model } from './models.ts'
import { plainStream } from './plain-stream.ts'
import { type AllowedContent, UnfoundedAnswer } from './plain-text.ts'
import type { Prompt, SearchResult } from './prompt.ts'
import type { ProviderOutcome } from './providers.ts'
import { searchWeb } from './search.ts'
import { failureOf, speak, type Timer } from './speak.ts'

/** A search may take as long as a provider may take to start its answer. */
const SEARCH_TIMEOUT_MS = ASSISTANT.initialiseMs
/** If several providers failed, the first of these kinds is reported. */
const FAILURES_BY_RANK: Failure[] = ['busy', 'unavailable', 'failed']

export type Provider = {
  /** Its position in the configuration, from 1. The log names it. */
  number: number
  breaker: ReturnType<typeof breaker>
  model: () => Promise<Model>
}
type LogFailure = (event: string, error: unknown, number?: number) => void
/** The parts that all requests to providers share. */
type Context = {
  timer: Timer
  logFailure: LogFailure
  fetchFor: (baseUrl: string) => typeof fetch
  /** Texts that no answer may contain. */
  forbidden: string[]
}
/** One question, and the signals that end it. */
export type LimitedRequest = {
  callerGone: AbortSignal
  /** Fires when the time for the first words, or for the whole answer, is over. */
  late: AbortSignal
  /** Called when the first words can be shown. */
  onWords: () => void
}
type PreparedRequest = LimitedRequest & { prompt: Prompt; allowed: AllowedContent }

// The log has the provider and the kind of failure, and nothing of the question or the answer (T29).
export const failureLogger =
  (log: Log): LogFailure =>
  (event, error, number) => {
    // The code may be a text of the provider.
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

/** Yields the answer of one provider, and tells its circuit breaker how the request ended. */
async function* answerOf(
  { timer, logFailure, forbidden }: Context,
  provider: Provider,
  isFirst: boolean,
  { prompt, allowed, callerGone, late, onWords }: PreparedRequest,
): AsyncGenerator<string, ProviderOutcome> {
  const plain = plainStream(allowed, forbidden)
  let hasSpoken = false
  let hasReported = false
  const takeWords = (text: string) => {
    if (hasSpoken) return text
    // Blank lines before the first word are no answer yet.
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
    // The provider works, but its answer cannot be shown. The breaker gets no verdict.
    if (error instanceof UnfoundedAnswer) return 'unfounded'
    // A later provider had only the time that the first one left, so this says nothing about it.
    if (late.aborted && !isFirst) return hasSpoken ? 'broken off' : 'failed'
    const failure = failureOf(error)
    provider.breaker.failed(failure)
    hasReported = true
    return hasSpoken ? 'broken off' : failure
  } finally {
    // Nothing was reported above, for instance because the caller left: the breaker must not wait for it.
    if (!hasReported) provider.breaker.undecided()
  }
}

/** Asks one provider after the other, until one answers or has already shown some words. */
export async function* askInOrder(
  context: Context,
  providers: Provider[],
  request: PreparedRequest,
): AsyncGenerator<string, ProviderOutcome> {
  const failures: Failure[] = []
  let isFirst = true
  for (const provider of providers) {
    if (request.callerGone.aborted || request.late.aborted) break
    if (!provider.breaker.admits()) {
      failures.push(provider.breaker.lastFailure())
      continue
    }
    const outcome = yield* answerOf(context, provider, isFirst, request)
    isFirst = false
    if (outcome === 'answered' || outcome === 'broken off' || outcome === 'unfounded') return outcome
    failures.push(outcome)
  }
  return FAILURES_BY_RANK.find((kind) => failures.includes(kind)) ?? 'failed'
}

/** All providers together have one limit for the time to the first words, and one for the whole answer. */
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
