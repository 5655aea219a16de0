import { ASSISTANT } from '#contract/assistant/limits.ts'
import type { Failure } from './breaker.ts'
import { RejectedAnswer } from './guarded-fetch.ts'
import type { Model } from './models.ts'
import type { Prompt } from './prompt.ts'

/** Rings once after so many milliseconds, unless it is called off. */
export type Timer = (ms: number, ring: () => void) => () => void
export const realTimer: Timer = (ms, ring) => {
  const timer = setTimeout(ring, ms)
  return () => clearTimeout(timer)
}

const asPrompt = ({ system, user }: Prompt): Parameters<Model['doStream']>[0]['prompt'] => [
  { role: 'system', content: system },
  { role: 'user', content: [{ type: 'text', text: user }] },
]

/**
 * Settles with `work`, or fails as soon as `signal` fires: a stream that hears nothing of it holds nobody up.
 */
const orEnd = <T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    if (signal.aborted) return end()
    signal.addEventListener('abort', end, { once: true })
    void Promise.resolve(work)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', end))
  })

/**
 * What one model writes, piece by piece (N2, T24): its first words within 5 seconds, no silence of 10, 1,000
 * tokens. The time for the whole belongs to whoever asks several. It has no tools. Whoever stops listening,
 * or fires
 * `gone`, ends it.
 * @throws what the provider failed with, as it is: `failureOf` tells what that means.
 */
export async function* speak(
  model: Model,
  prompt: Prompt,
  timer: Timer,
  gone: AbortSignal,
): AsyncGenerator<string> {
  const over = new AbortController()
  const giveUp = () => over.abort(new RejectedAnswer('too slow'))
  const signal = AbortSignal.any([gone, over.signal])
  let callOff = timer(ASSISTANT.initialiseMs, giveUp)
  let reader: { read(): Promise<{ done: boolean; value?: unknown }>; cancel(): Promise<void> } | undefined
  try {
    const { stream } = await orEnd(
      model.doStream({
        prompt: asPrompt(prompt),
        maxOutputTokens: ASSISTANT.outputTokens,
        abortSignal: signal,
      }),
      signal,
    )
    reader = stream.getReader()
    for (;;) {
      const { done, value } = await orEnd(reader.read(), signal)
      if (done) return
      const part = value as { type: string; delta?: string; error?: unknown }
      if (part.type === 'error') throw part.error
      if (part.type !== 'text-delta' || !part.delta) continue
      callOff()
      callOff = timer(ASSISTANT.silentMs, giveUp)
      yield part.delta
    }
  } finally {
    callOff()
    over.abort(new RejectedAnswer('over'))
    reader?.cancel().catch(() => {})
  }
}

const BUSY = /rate.?limit|overloaded|resource.?exhausted|too.?many|^unavailable$/i
const UNAVAILABLE = /billing|insufficient|quota|authentication|permission|payment/i

/**
 * S2 §8: rate limits and overload are `busy`, billing and account `unavailable`. Looks at numbers and kinds,
 * never at sentences.
 */
export const failureOf = (error: unknown): Failure => {
  const { statusCode, code, type, status } = (error ?? {}) as Record<string, unknown>
  const number = [statusCode, code, status].map(Number).find((entry) => entry >= 400 && entry < 600)
  if (number === 429 || number === 503 || number === 529) return 'busy'
  if (number === 401 || number === 402 || number === 403) return 'unavailable'
  const kinds = [type, code, status].filter((entry) => typeof entry === 'string').join(' ')
  return BUSY.test(kinds) ? 'busy' : UNAVAILABLE.test(kinds) ? 'unavailable' : 'failed'
}
