import type { Config } from '../../config.ts'
import type { Log } from '../../deps.ts'
import { ASSISTANT } from '#contract/assistant/limits.ts'
import {
  askInOrder,
  failureLogger,
  inTime,
  type LimitedRequest,
  type Provider,
  searchOrNothing,
} from './ask-providers.ts'
import { breaker } from './breaker.ts'
import { guardedFetch, type Resolve } from './guarded-fetch.ts'
import { type Model, modelOf } from './models.ts'
import { groundsOf } from './grounds.ts'
import { forbiddenOf } from './plain-stream.ts'
import { INSTRUCTIONS, promptOf } from './prompt.ts'
import type { ProviderOutcome, OutgoingQuestion, Providers } from './providers.ts'
import { realTimer, type Timer } from './speak.ts'

export type ProvidersOptions = { now: () => Date; log: Log; timer?: Timer; resolve?: Resolve }

/** The providers that the configuration names; undefined when it names none. */
export function openProviders(
  { assistant, publicUrl, organisation }: Config,
  { now, log, timer = realTimer, resolve }: ProvidersOptions,
): Providers | undefined {
  const { providers: settings, search } = assistant
  if (settings.length === 0) return undefined
  const { name, acronym, email, phone, website } = organisation
  const contacts = [name, acronym, email, phone, website, new URL(publicUrl).host].join('\n')
  const keys = [...settings.map(({ key }) => key), search?.key ?? '']
  const fetchFor = (baseUrl: string) => guardedFetch(baseUrl, resolve)
  const context = {
    timer,
    logFailure: failureLogger(log),
    fetchFor,
    forbidden: forbiddenOf(INSTRUCTIONS, keys),
  }
  const providers = settings.map((provider, index): Provider => {
    let model: Promise<Model> | undefined
    return {
      number: index + 1,
      breaker: breaker(now),
      model: () => (model ??= modelOf(provider, fetchFor(provider.baseUrl))),
    }
  })
  let running = 0

  async function* searchAndAsk(
    outgoing: OutgoingQuestion,
    request: LimitedRequest,
  ): AsyncGenerator<string, ProviderOutcome> {
    const { question, earlier, passages } = outgoing
    const stopped = AbortSignal.any([request.callerGone, request.late])
    const mustSearch = outgoing.wantsSearch && search !== undefined
    const results = mustSearch ? await searchOrNothing(context, search, question, stopped) : []
    const sources = passages.map(
      ({ title, text, textInBothLanguages = '' }) => `${title}\n${text}\n${textInBothLanguages}`,
    )
    const text = [contacts, ...sources].join('\n')
    const allowed = { text, origin: publicUrl, grounds: groundsOf(text) }
    const prompt = promptOf(question, earlier, passages, results)
    return yield* askInOrder(context, providers, { ...request, prompt, allowed, hasSearched: mustSearch })
  }

  return {
    async *ask(outgoing, callerGone) {
      // How many questions may be with providers at the same time.
      if (running >= ASSISTANT.atProvider) return 'busy'
      running++
      try {
        return yield* inTime(timer, (limits) => searchAndAsk(outgoing, { callerGone, ...limits }))
      } finally {
        running--
      }
    },
  }
}
