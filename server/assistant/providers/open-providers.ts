import type { Config } from '../../config.ts'
import type { Log } from '../../deps.ts'
import { ASSISTANT } from '#contract/limits.ts'
import { breaker, type Failure } from './breaker.ts'
import { guardedFetch, type Resolve } from './guarded-fetch.ts'
import { type Model, modelOf } from './models.ts'
import { forbiddenOf, plainStream } from './plain-stream.ts'
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
  const ours = `${organisation.email} ${organisation.phone} ${organisation.website} ${new URL(publicUrl).host}`
  const forbidden = forbiddenOf(INSTRUCTIONS, [...providers.map(({ key }) => key), search?.key ?? ''])
  const chain = providers.map((settings, at) => {
    let model: Promise<Model> | undefined
    return {
      number: at + 1,
      rest: breaker(now),
      model: () => (model ??= modelOf(settings, guardedFetch(settings.baseUrl, resolve))),
    }
  })
  let atWork = 0

  // Whose fault it was and of what kind, and nothing of what was said (T29).
  const note = (event: string, error: unknown, number?: number) =>
    log('warn', event, { ...(number ? { id: number } : {}), kind: failureOf(error), error: String((error as Error)?.name ?? 'Error') })

  const find = async (question: string, gone: AbortSignal) => {
    if (!search) return []
    const slow = new AbortController()
    const callOff = timer(ASSISTANT.initialiseMs, () => slow.abort())
    try {
      return await searchWeb(search, question, guardedFetch(search.url, resolve), AbortSignal.any([gone, slow.signal]))
    } catch (error) {
      if (!gone.aborted) note('assistant.search_failed', error)
      return []
    } finally {
      callOff()
    }
  }

  type One = (typeof chain)[number]
  async function* answerOf(one: One, prompt: Prompt, known: string, gone: AbortSignal): AsyncGenerator<string, Ending> {
    const plain = plainStream({ text: known, origin: publicUrl }, forbidden)
    let said = false
    let settled = false
    const shown = (text: string) => {
      // Blank lines before the first word are no answer yet.
      const words = said ? text : text.trimStart()
      said ||= words !== ''
      return words
    }
    try {
      for await (const piece of speak(await one.model(), prompt, timer, gone)) {
        const words = shown(plain.push(piece))
        if (words) yield words
      }
      const words = shown(plain.end())
      if (!said) throw Object.assign(new Error('nothing was said'), { name: 'EmptyAnswer' })
      one.rest.succeeded()
      settled = true
      if (words) yield words
      return 'answered'
    } catch (error) {
      if (settled || gone.aborted) throw error
      const why = failureOf(error)
      one.rest.failed(why)
      settled = true
      note('assistant.provider_failed', error, one.number)
      return said ? 'broken off' : why
    } finally {
      if (!settled) one.rest.undecided()
    }
  }

  async function* inTurn({ question, earlier, passages, search: wanted }: Leaving, gone: AbortSignal): AsyncGenerator<string, Ending> {
    const results = wanted ? await find(question, gone) : []
    const prompt = promptOf(question, earlier, passages, results)
    const known = `${ours} ${passages.map(({ title, text }) => `${title} ${text}`).join(' ')}`
    const failures: Failure[] = []
    for (const one of chain) {
      if (gone.aborted) break
      if (!one.rest.admits()) {
        failures.push(one.rest.last())
        continue
      }
      const ending = yield* answerOf(one, prompt, known, gone)
      if (ending === 'answered' || ending === 'broken off') return ending
      failures.push(ending)
    }
    return WORST.find((kind) => failures.includes(kind)) ?? 'failed'
  }

  return {
    async *ask(leaving, gone) {
      if (atWork >= ASSISTANT.atProvider) return 'busy'
      atWork++
      try {
        return yield* inTurn(leaving, gone)
      } finally {
        atWork--
      }
    },
  }
}
