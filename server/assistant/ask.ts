import type { AnswerLine, Spoken } from '#contract/assistant/endpoints.ts'
import { ASSISTANT } from '#contract/assistant/limits.ts'
import { findPersonalWords } from '../accounts/own-words.ts'
import type { Deps } from '../deps.ts'
import type { Handler, Call } from '../endpoints/serve.ts'
import type { Answer } from './answer.ts'
import { type Asker, askerOf, countQuestion, mayAskProvider } from './limits.ts'
import type { ProviderOutcome, OutgoingQuestion, Providers } from './providers/providers.ts'
import { redactor } from './redact.ts'
import { answerByRules, isPrivateQuestion } from './rules.ts'
import { SAY } from './sentences.ts'

type AssistantCall = Call<'POST /api/assistant/'>

/** How many characters of an earlier question go to a provider. They only have to show the subject. */
const MAX_EARLIER = 500

const NEWS = /\b(?:latest|news|newest|recent(?:ly)?|update[sd]?|current(?:ly)?|mpya|taarifa|hivi karibuni)\b/i
/** A question is searched on the web if it has words such as latest or news (S2 §4). */
const asksForNews = (question: string) => NEWS.test(question)

/** What the person is told for each way in which a request to the providers can fail. */
const PROBLEM_OF_OUTCOME = {
  busy: 'busy',
  unavailable: 'unavailable',
  failed: 'difficulties',
  'broken off': 'difficulties',
} as const satisfies Record<Exclude<ProviderOutcome, 'answered' | 'unfounded'>, string>

/** An answer of our own rules, one line for each paragraph. */
function* answerLines(
  { text, source, language, links, suggestions }: Answer,
  maxLength: number = ASSISTANT.maxAnswer,
): Generator<AnswerLine> {
  for (const paragraph of text.slice(0, maxLength).split(/(?<=\n\n)/)) yield { text: paragraph }
  yield { done: true, source, language, links, suggestions }
}

// Answers about the person's own applications never go to a provider. Greetings and refusals need none.
const isAnsweredHere = ({ source, passages }: Answer) =>
  source === 'applications' || (source !== 'unknown' && passages.length === 0)

// The person's earlier questions that are not private. Earlier answers are left out, because they may tell of
// the person's applications.
const earlierQuestionsFor = async (history: Spoken[]) => {
  const earlierQuestions = history.filter(({ who }) => who === 'you').map(({ text }) => text)
  const isPrivate = await Promise.all(earlierQuestions.map(isPrivateQuestion))
  return earlierQuestions.filter((_, index) => !isPrivate[index])
}

async function outgoingQuestionOf(
  deps: Deps,
  { body, applicant }: AssistantCall,
  { passages }: Answer,
): Promise<OutgoingQuestion> {
  const { organisation } = deps.config
  // The portal's own text. The redaction does not mistake words of this text for the name of a person.
  const familiarText = `${organisation.name} ${organisation.acronym} ${passages.map(({ title, text }) => `${title} ${text}`).join(' ')}`
  const redact = redactor(applicant ? await findPersonalWords(deps, applicant.userId) : [], familiarText)
  const earlierQuestions = await earlierQuestionsFor(body.history.slice(-ASSISTANT.history))
  return {
    question: redact(body.message),
    // Half of a number or an email would not be recognised, so the text is cut after the redaction.
    earlier: earlierQuestions.map((text) => redact(text).slice(0, MAX_EARLIER)),
    passages,
    wantsSearch: asksForNews(body.message),
  }
}

/** Passes on a provider's text. Returns how the request ended, and how many characters were shown. */
async function* providerLines(
  providers: Providers,
  outgoing: OutgoingQuestion,
  callerGone: AbortSignal,
): AsyncGenerator<AnswerLine, { outcome: ProviderOutcome; shownLength: number }> {
  const pieces = providers.ask(outgoing, callerGone)
  let shownLength = 0
  try {
    for (;;) {
      const { done, value } = await pieces.next()
      if (done) return { outcome: value, shownLength }
      shownLength += value.length
      yield { text: value }
    }
  } finally {
    // Ends the request to the provider when the person stops reading. Nobody reads the returned value.
    await pieces.return('failed')
  }
}

async function* answer(deps: Deps, call: AssistantCall, asker: Asker): AsyncGenerator<AnswerLine> {
  const { body, applicant, visitor, gone: callerGone } = call
  const ruleAnswer = await answerByRules(deps, {
    text: body.message,
    history: body.history.slice(-ASSISTANT.history),
    userId: applicant?.userId,
    pageLanguage: visitor.language,
  })
  // The person sets `outside` to true when a provider may answer.
  if (!deps.providers || !body.outside || isAnsweredHere(ruleAnswer) || !(await mayAskProvider(deps, asker)))
    return yield* answerLines(ruleAnswer)

  const { outcome, shownLength } = yield* providerLines(
    deps.providers,
    await outgoingQuestionOf(deps, call, ruleAnswer),
    callerGone,
  )
  if (outcome === 'answered')
    return yield {
      done: true,
      source: 'provider',
      language: ruleAnswer.language,
      links: ruleAnswer.links,
      suggestions: ruleAnswer.suggestions,
    }
  // The portal's own rules know no answer either. So the person reads why the provider gave none.
  if (ruleAnswer.source === 'unknown' && outcome !== 'unfounded') {
    const problem = PROBLEM_OF_OUTCOME[outcome]
    return yield {
      fault: problem,
      text: SAY[ruleAnswer.language].problems[problem](deps.config.organisation),
    }
  }
  // If the person has read the start of the provider's answer, say that it broke off.
  const separator = shownLength > 0 ? `\n\n${SAY[ruleAnswer.language].brokeOff}\n\n` : ''
  if (separator) yield { text: separator }
  yield* answerLines(ruleAnswer, ASSISTANT.maxAnswer - shownLength - separator.length)
}

/**
 * Answers a question by the portal's own rules. If the operator named providers, they write the answer from
 * what the rules found (N2, docs/decisions/assistant.md).
 */
export const askAssistant: Handler<'POST /api/assistant/'> = async (deps, call) => {
  const asker = askerOf(deps, call.visitor, call.applicant)
  await countQuestion(deps, asker)
  return answer(deps, call, asker)
}
