import { ASSISTANT } from '#contract/assistant/limits.ts'
import type { Failure } from './breaker.ts'
import { RejectedAnswer } from '../../strict-fetch.ts'
import type { Model } from './models.ts'
import type { Prompt } from './prompt.ts'

/** Calls `onTime` once after this many milliseconds. Returns a function that cancels the call. */
export type Timer = (ms: number, onTime: () => void) => () => void
export const realTimer: Timer = (ms, onTime) => {
  const timer = setTimeout(onTime, ms)
  return () => clearTimeout(timer)
}

type ModelStream = Awaited<ReturnType<Model['doStream']>>['stream']
type StreamPart = ModelStream extends ReadableStream<infer Part> ? Part : never

const asPrompt = ({ system, user }: Prompt): Parameters<Model['doStream']>[0]['prompt'] => [
  { role: 'system', content: system },
  { role: 'user', content: [{ type: 'text', text: user }] },
]

/**
 * Settles like the promise `work`, or fails as soon as `signal` fires. A stream that ignores the signal must
 * not keep the person waiting.
 */
const orAbort = <Result>(work: PromiseLike<Result>, signal: AbortSignal): Promise<Result> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    // Even after an abort, `work` needs a handler: an unhandled rejection would end the process.
    void Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })

/**
 * Yields the text of one model, piece by piece (N2, T24). The model has 5 seconds for the first words, may be
 * silent for 10 seconds, and may write 1,000 tokens. The caller limits the total time. The model has no
 * tools. The request ends when the caller stops reading or fires `stopped`.
 * @throws the provider's error unchanged: `failureOf` gives its kind.
 */
export async function* speak(
  model: Model,
  prompt: Prompt,
  timer: Timer,
  stopped: AbortSignal,
): AsyncGenerator<string> {
  const ending = new AbortController()
  const giveUp = () => ending.abort(new RejectedAnswer('too slow'))
  const signal = AbortSignal.any([stopped, ending.signal])
  let cancelTimer = timer(ASSISTANT.initialiseMs, giveUp)
  let reader: ReadableStreamDefaultReader<StreamPart> | undefined
  try {
    const { stream } = await orAbort(
      model.doStream({
        prompt: asPrompt(prompt),
        maxOutputTokens: ASSISTANT.outputTokens,
        abortSignal: signal,
      }),
      signal,
    )
    reader = stream.getReader()
    for (;;) {
      const { done, value } = await orAbort(reader.read(), signal)
      if (done) return
      if (value.type === 'error') throw value.error
      if (value.type !== 'text-delta' || !value.delta) continue
      cancelTimer()
      cancelTimer = timer(ASSISTANT.silentMs, giveUp)
      yield value.delta
    }
  } finally {
    cancelTimer()
    // When the person stops reading, the request to the model ends too.
    ending.abort(new RejectedAnswer('over'))
    // A stream that has failed cannot be cancelled, and need not be.
    reader?.cancel().catch(() => {})
  }
}

/**
 * The fields in which the providers' libraries report the status or the error code. `data` is the parsed body
 * of a reply with an error status.
 */
type ErrorFields = {
  statusCode?: unknown
  code?: unknown
  type?: unknown
  status?: unknown
  data?: unknown
  error?: unknown
}
const fieldsOf = (error: unknown): ErrorFields => (error instanceof Object ? error : {})
/** The error codes of providers, grouped by their meaning. */
const BUSY = /rate.?limit|overloaded|resource.?exhausted|too.?many|^unavailable$/i
const UNAVAILABLE = /billing|insufficient|quota|authentication|permission|payment/i

/**
 * The kind of a provider's error (S2 §8). Rate limits and overload are `busy`, billing and account problems
 * `unavailable`. Only status numbers and error codes count, never sentences, because these change.
 */
export const failureOf = (error: unknown): Failure => {
  const { statusCode, code, type, status, data } = fieldsOf(error)
  const inBody = fieldsOf(fieldsOf(data).error)
  const httpStatus = [statusCode, code, status].map(Number).find((entry) => entry >= 400 && entry < 600)
  if (httpStatus === 503 || httpStatus === 529) return 'busy'
  if (httpStatus === 401 || httpStatus === 402 || httpStatus === 403) return 'unavailable'
  const errorCodes = [type, code, status, inBody.type, inBody.code]
    .filter((entry) => typeof entry === 'string')
    .join(' ')
  // Before 429, because some services answer 429 also when the account has no credit left.
  if (UNAVAILABLE.test(errorCodes)) return 'unavailable'
  return httpStatus === 429 || BUSY.test(errorCodes) ? 'busy' : 'failed'
}
