import { HELP_NUMBERS, fillPlaceholders } from '#contract/site/help-numbers.ts'
import type { AnswerLink } from '#contract/assistant/endpoints.ts'
import type { Deps } from '../deps.ts'
import type { Answer, Passage } from './answer.ts'
import type { Guesses, SectionGuess } from './help-model.ts'
import { moneyIn } from './money.ts'
import type { HelpSection } from './read-help.ts'
import { linkInLanguage, SAY } from './sentences.ts'
import { type FoundPassage, findPassages } from './store.ts'
import { suggestionsAfter } from './suggestions.ts'
import type { Topic } from './topics.ts'
import type { ParsedQuestion } from './words.ts'

/** From this probability on, a section is the answer. Below it, the person is asked which one they mean. */
const MIN_SURE = 0.5
/** If the most probable help sections together are less probable than this, none of them is meant. */
const MIN_JOINT = 0.2
/** A help page with at least this probability is offered as related, although it is not the answer. */
const MIN_RELATED = 0.04
/** How many passages go to a provider. */
const PASSAGES_FOR_PROVIDER = 4
/** How many help sections are offered as buttons. */
const MAX_OFFERED = 3
/** A further help section with at least this probability is offered below an answer. */
const MIN_ALTERNATIVE = 0.1
const MAX_LINKS = 3
const HOUR_MS = 3_600_000

/** The portal's own values, such as its name, for the placeholders in help pages. */
const placeholderValues = ({ organisation, publicUrl, ticketGraceMs }: Deps['config']) => ({
  ...HELP_NUMBERS,
  ...organisation,
  address_bar: publicUrl,
  ticket_hours: ticketGraceMs / HOUR_MS,
})

export const passageText = (
  { body, body_sw }: Pick<FoundPassage, 'body' | 'body_sw'>,
  language: ParsedQuestion['language'],
  config: Deps['config'],
) => fillPlaceholders(language === 'sw' && body_sw ? body_sw : body, placeholderValues(config))

const MONEY_SECTIONS = {
  demand: '/resources/contacts#someone-asked-me-for-money',
  fee: '/resources/registration#does-it-cost-anything',
}

/** The answer when someone asks for money. It comes before all other answers and never from a provider. */
export async function answerAboutMoney(
  { db, config }: Deps,
  { allWords, language }: ParsedQuestion,
): Promise<Answer | undefined> {
  const moneyTopic = moneyIn(allWords)
  const [passage] = moneyTopic ? await findPassages(db, [MONEY_SECTIONS[moneyTopic]]) : []
  if (!passage) return undefined
  return {
    source: 'help',
    text: passageText(passage, language, config),
    language: passage.body_sw ? language : 'en',
    links: [{ title: passage.title, url: passage.url }, ...passage.links.slice(0, MAX_LINKS - 1)],
    suggestions: suggestionsAfter('help', language),
    passages: [],
  }
}

const passageOf = (
  foundPassage: FoundPassage,
  language: ParsedQuestion['language'],
  config: Deps['config'],
): Passage => ({
  title: foundPassage.title,
  url: foundPassage.url,
  text: passageText(foundPassage, language, config),
  textInBothLanguages: fillPlaceholders(
    `${foundPassage.body}\n${foundPassage.body_sw}`,
    placeholderValues(config),
  ),
})

/** The answer when the person pressed the button of a help section. */
export async function answerFromSection(
  { db, config }: Deps,
  url: string,
  language: ParsedQuestion['language'],
): Promise<Answer | undefined> {
  const [passage] = await findPassages(db, [url])
  return passage && answerOf([passage], language, config)
}

/** Answers with the first of these passages. A provider gets the others as further material. */
const answerOf = (
  passages: [FoundPassage, ...FoundPassage[]],
  language: ParsedQuestion['language'],
  config: Deps['config'],
): Answer => ({
  source: 'help',
  text: passageText(passages[0], language, config),
  language: passages[0].body_sw ? language : 'en',
  links: [{ title: passages[0].title, url: passages[0].url }, ...passages[0].links.slice(0, MAX_LINKS - 1)],
  suggestions: suggestionsAfter('help', language),
  // The advice about bribes never goes to a provider, which would put it in other words.
  passages:
    passages[0].url === MONEY_SECTIONS.demand
      ? []
      : passages.map((foundPassage) => passageOf(foundPassage, language, config)),
})

/** Asks the person which help section they mean. The titles are buttons. */
const askWhichSection = (
  sections: HelpSection[],
  passages: FoundPassage[],
  language: ParsedQuestion['language'],
  config: Deps['config'],
): Answer => ({
  source: 'help',
  text: [SAY[language].whichOne, SAY[language].noneOfThese(config.organisation)].join('\n\n'),
  language,
  links: [linkInLanguage(language, 'contactPage', '/contact')],
  suggestions: sections.map(({ title, titleSw }) => (language === 'sw' ? titleSw : title)),
  passages: passages.map((foundPassage) => passageOf(foundPassage, language, config)),
})

/** The answer to a topic that is not in the help pages, such as a greeting or a refusal. */
export const answerFromTopic = (
  { kind, body, bodySw, links }: Topic,
  language: ParsedQuestion['language'],
  config: Deps['config'],
): Answer => ({
  source: kind === 'strange' ? 'unknown' : 'help',
  text: fillPlaceholders(language === 'sw' ? bodySw : body, placeholderValues(config)),
  language,
  links:
    kind === 'talk'
      ? [linkInLanguage(language, 'aboutHelp', '/resources')]
      : [linkInLanguage(language, 'contactPage', '/contact'), ...links],
  suggestions: suggestionsAfter(kind === 'strange' ? 'unknown' : 'help', language),
  passages: [],
})

/** Adds buttons below an answer, for other help sections that the question may mean. */
export function withAlternatives(
  answer: Answer,
  guesses: SectionGuess[],
  language: ParsedQuestion['language'],
  minProbability = MIN_ALTERNATIVE,
): Answer {
  const alternatives = guesses
    .filter(
      ({ section, probability }) =>
        probability >= minProbability && !answer.links.some(({ url }) => url === section.url),
    )
    // One button is left for a suggestion that the answer already has.
    .slice(0, MAX_OFFERED - 1)
    .map(({ section: { title, titleSw } }) => (language === 'sw' ? titleSw : title))
  if (alternatives.length === 0) return answer
  return {
    ...answer,
    text: [answer.text, SAY[language].otherwise].join('\n\n'),
    suggestions: [...alternatives, ...answer.suggestions].slice(0, MAX_OFFERED),
  }
}

/** Links to help pages that may be useful when there is no answer. */
export const relatedPages = (guesses: SectionGuess[]): AnswerLink[] =>
  guesses
    .filter(({ probability }) => probability >= MIN_RELATED)
    .slice(0, MAX_LINKS)
    .map(({ section: { title, url } }) => ({ title, url }))

/**
 * Answers from the help pages, or asks which of up to three sections is meant. Undefined when none of the
 * sections is meant.
 */
export async function answerFromHelp(
  { db, config }: Deps,
  { sections: guesses }: Guesses,
  { language }: ParsedQuestion,
): Promise<Answer | undefined> {
  const likelyGuesses = guesses
    .filter(({ probability }) => probability >= MIN_RELATED)
    .slice(0, PASSAGES_FOR_PROVIDER)
  // The probability that the question means one of the sections that can be offered.
  const jointProbability = likelyGuesses
    .slice(0, MAX_OFFERED)
    .reduce((sum, { probability }) => sum + probability, 0)
  const sections = likelyGuesses.map(({ section }) => section)
  const passages = await findPassages(
    db,
    sections.map(({ url }) => url),
  )
  const [best, ...rest] = passages
  if (!best || jointProbability < MIN_JOINT) return undefined
  if ((likelyGuesses[0]?.probability ?? 0) >= MIN_SURE)
    return withAlternatives(answerOf([best, ...rest], language, config), likelyGuesses.slice(1), language)
  return askWhichSection(sections.slice(0, MAX_OFFERED), passages, language, config)
}
