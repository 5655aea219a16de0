import type { Config } from '../../config.ts'
import type { Log } from '../../deps.ts'
import { errorFields } from '../../error-fields.ts'
import { ASSISTANT } from '#contract/assistant/limits.ts'
import { breaker, type Failure } from './breaker.ts'
import { guardedFetch, type Resolve, RejectedAnswer } from './guarded-fetch.ts'
import { type Model, modelOf } from './models.ts'
import { groundsOf } from './grounds.ts'
import { forbiddenOf, plainStream } from './plain-stream.ts'
import { type Known, UnfoundedAnswer } from './plain-text.ts'
import { INSTRUCTIONS, type Prompt, promptOf } from './prompt.ts'
import type { Ending, Leaving, Providers } from './providers.ts'
import { searchWeb } from './search.ts'
import { failureOf, realTimer, speak, type Timer } from './speak.ts'

export type ProvidersOptions = { now: () => Date; log: Log; timer?: Timer; resolve?: Resolve }

const WORST: Failure[] = ['busy', 'unavailable', 'failed']

/** The providers of the configuration; undefined when it names none. */
export function openProviders(
  { assistant, publicUrl, organisation }: Config,
  { now, log, timer = realTimer, resolve }: ProvidersOptions,
): Providers | undefined {
  const { providers, search } = assistant
  if (providers.length === 0) return undefined
  const { name, acronym, email, phone, website } = organisation
  const contacts = [name, acronym, email, phone, website, new URL(publicUrl).host].join('\n')
  const forbidden = forbiddenOf(INSTRUCTIONS, [...providers.map(({ key }) => key), search?.key ?? ''])
  const chain = providers.map((settings, index) => {
    let model: Promise<Model> | undefined
    return {
      number: index + 1,
      rest: breaker(now),
      model: () => (model ??= modelOf(settings, guardedFetch(settings.baseUrl, resolve))),
    }
  })
  let atWork = 0

  // Whose fault it was and of what kind, and nothing of what was said (T29).
  const note = (event: string, error: unknown, number?: number) => {
    // A code may be the provider's own text.
    const { code: _, ...fields } = errorFields(error)
    log('warn', event, { ...(number ? { id: number } : {}), kind: failureOf(error), ...fields })
  }

  const find = async (question: string, gone: AbortSignal) => {
    if (!search) return []
    const slow = new AbortController()
    const callOff = timer(ASSISTANT.initialiseMs, () => slow.abort())
    try {
      return await searchWeb(
        search,
        question,
        guardedFetch(search.url, resolve),
        AbortSignal.any([gone, slow.signal]),
      )
    } catch (error) {
      if (!gone.aborted) note('assistant.search_failed', error)
      return []
    } finally {
      callOff()
    }
  }

  type One = (typeof chain)[number]
  type Asked = { prompt: Prompt; known: Known; gone: AbortSignal; late: AbortSignal; onWords: () => void }
  async function* answerOf(
    provider: One,
    isFirst: boolean,
    { prompt, known, gone, late, onWords }: Asked,
  ): AsyncGenerator<string, Ending> {
    const plain = plainStream(known, forbidden)
    let hasSpoken = false
    let settled = false
    const shown = (text: string) => {
      // Blank lines before the first word are no answer yet.
      const words = hasSpoken ? text : text.trimStart()
      if (!hasSpoken && words !== '') onWords()
      hasSpoken ||= words !== ''
      return words
    }
    try {
      for await (const piece of speak(await provider.model(), prompt, timer, AbortSignal.any([gone, late]))) {
        const words = shown(plain.push(piece))
        if (words) yield words
      }
      const words = shown(plain.end())
      if (!hasSpoken) throw Object.assign(new Error('nothing was said'), { name: 'EmptyAnswer' })
      provider.rest.succeeded()
      settled = true
      if (words) yield words
      return 'answered'
    } catch (error) {
      if (settled || gone.aborted) throw error
      note('assistant.provider_failed', error, provider.number)
      // It is there, and what it says is not to be had.
      if (error instanceof UnfoundedAnswer) return 'unfounded'
      // Of one that had only what the first left of the time, nothing is known.
      if (late.aborted && !isFirst) return hasSpoken ? 'broken off' : 'failed'
      const why = failureOf(error)
      provider.rest.failed(why)
      settled = true
      return hasSpoken ? 'broken off' : why
    } finally {
      if (!settled) provider.rest.undecided()
    }
  }

  async function* inTurn(
    leaving: Leaving,
    request: Pick<Asked, 'gone' | 'late' | 'onWords'>,
  ): AsyncGenerator<string, Ending> {
    const { question, earlier, passages, search: wanted } = leaving
    const { gone, late } = request
    const results = wanted ? await find(question, AbortSignal.any([gone, late])) : []
    const text = [
      contacts,
      ...passages.map(({ title, text, also = '' }) => `${title}\n${text}\n${also}`),
    ].join('\n')
    const known = { text, origin: publicUrl, grounds: groundsOf(text) }
    const prompt = promptOf(question, earlier, passages, results)
    const failures: Failure[] = []
    let isFirst = true
    for (const entry of chain) {
      if (gone.aborted || late.aborted) break
      if (!entry.rest.admits()) {
        failures.push(entry.rest.last())
        continue
      }
      const ending = yield* answerOf(entry, isFirst, { ...request, prompt, known })
      isFirst = false
      if (ending === 'answered' || ending === 'broken off' || ending === 'unfounded') return ending
      failures.push(ending)
    }
    return WORST.find((kind) => failures.includes(kind)) ?? 'failed'
  }

  /** One time for all of them: to the first words that are shown, and to the last. */
  async function* inTime(leaving: Leaving, gone: AbortSignal): AsyncGenerator<string, Ending> {
    const late = new AbortController()
    const giveUp = () => late.abort(new RejectedAnswer('too slow'))
    const callOff = { first: timer(ASSISTANT.firstWordsMs, giveUp), whole: timer(ASSISTANT.wholeMs, giveUp) }
    try {
      return yield* inTurn(leaving, { gone, late: late.signal, onWords: callOff.first })
    } finally {
      callOff.first()
      callOff.whole()
    }
  }

  return {
    async *ask(leaving, gone) {
      if (atWork >= ASSISTANT.atProvider) return 'busy'
      atWork++
      try {
        return yield* inTime(leaving, gone)
      } finally {
        atWork--
      }
    },
  }
}
