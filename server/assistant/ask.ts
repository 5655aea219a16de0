import { ASSISTANT_WORDS, withContact } from '#contract/assistant/words.ts'
import type { AnswerLine, Spoken } from '#contract/assistant/endpoints.ts'
import { ASSISTANT } from '#contract/assistant/limits.ts'
import { findPersonalWords } from '../accounts/own-words.ts'
import type { Deps } from '../deps.ts'
import type { Handler, Call } from '../endpoints/serve.ts'
import type { Answer } from './answer.ts'
import { type Asker, askerOf, countQuestion, mayLeave } from './limits.ts'
import type { Ending, Leaving, Providers } from './providers/providers.ts'
import { asksForNews } from './providers/search.ts'
import { redactor } from './redact.ts'
import { answerByRules, staysHere } from './rules.ts'

type Asking = Call<'POST /api/assistant/'>

/** An earlier question is sent along for what it is about, not for its length. */
const MAX_EARLIER = 500

const FAULTS = {
  busy: 'busy',
  unavailable: 'unavailable',
  failed: 'difficulties',
  'broken off': 'difficulties',
} as const satisfies Record<Exclude<Ending, 'answered' | 'unfounded'>, string>

function* written(
  { text, source, language, links, suggestions }: Answer,
  maxLength: number = ASSISTANT.maxAnswer,
): Generator<AnswerLine> {
  for (const paragraph of text.slice(0, maxLength).split(/(?<=\n\n)/)) yield { text: paragraph }
  yield { done: true, source, language, links, suggestions }
}

// What was answered from the person's own applications stays here, and so does what is no question at all.
const answeredHere = ({ source, passages }: Answer) =>
  source === 'applications' || (source !== 'unknown' && passages.length === 0)

// Of the conversation only what the person asked and what did not stay here then: an earlier answer may tell
// of their applications.
const earlierOf = async (history: Spoken[]) => {
  const earlierQuestions = history
    .filter(({ who }) => who === 'you')
    .map(({ text }) => ({ text: text.slice(0, MAX_EARLIER), here: staysHere(text) }))
  const here = await Promise.all(earlierQuestions.map((turn) => turn.here))
  return earlierQuestions.filter((_, index) => !here[index]).map(({ text }) => text)
}

async function leavingOf(deps: Deps, { body, applicant }: Asking, { passages }: Answer): Promise<Leaving> {
  const { organisation } = deps.config
  const familiar = `${organisation.name} ${organisation.acronym} ${passages.map(({ title, text }) => `${title} ${text}`).join(' ')}`
  const redacted = redactor(applicant ? await findPersonalWords(deps, applicant.userId) : [], familiar)
  return {
    question: redacted(body.message),
    earlier: (await earlierOf(body.history.slice(-ASSISTANT.history))).map(redacted),
    passages,
    search: asksForNews(body.message),
  }
}

/** The provider's words as lines; returns how it ended, and how much was said. */
async function* fromProvider(
  providers: Providers,
  leaving: Leaving,
  gone: AbortSignal,
): AsyncGenerator<AnswerLine, { ending: Ending; said: number }> {
  const words = providers.ask(leaving, gone)
  let spoken = 0
  try {
    for (;;) {
      const { done, value } = await words.next()
      if (done) return { ending: value, said: spoken }
      spoken += value.length
      yield { text: value }
    }
  } finally {
    await words.return('failed')
  }
}

async function* answer(deps: Deps, asking: Asking, asker: Asker): AsyncGenerator<AnswerLine> {
  const { body, applicant, gone } = asking
  const rules = await answerByRules(deps, {
    text: body.message,
    history: body.history.slice(-ASSISTANT.history),
    userId: applicant?.userId,
  })
  if (!deps.providers || !body.outside || answeredHere(rules) || !(await mayLeave(deps, asker)))
    return yield* written(rules)

  const { ending, said: spoken } = yield* fromProvider(
    deps.providers,
    await leavingOf(deps, asking, rules),
    gone,
  )
  if (ending === 'answered')
    return yield {
      done: true,
      source: 'provider',
      language: rules.language,
      links: rules.links,
      suggestions: rules.suggestions,
    }
  if (rules.source === 'unknown' && ending !== 'unfounded') {
    const message = FAULTS[ending]
    return yield { fault: message, text: withContact(ASSISTANT_WORDS[message], deps.config.organisation) }
  }
  const between = spoken > 0 ? `\n\n${ASSISTANT_WORDS.brokeOff}\n\n` : ''
  if (between) yield { text: between }
  yield* written(rules, ASSISTANT.maxAnswer - spoken - between.length)
}

/**
 * N2: answers by the rules; where the operator named providers, they write the answer from what the rules
 * found. docs/decisions/assistant.md.
 */
export const askAssistant: Handler<'POST /api/assistant/'> = async (deps, asking) => {
  const asker = askerOf(deps, asking.visitor, asking.applicant)
  await countQuestion(deps, asker)
  return answer(deps, asking, asker)
}
