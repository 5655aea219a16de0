import { HELP_NUMBERS, fillPlaces } from '#contract/help-numbers.ts'
import type { AnswerLink } from '#contract/assistant/endpoints.ts'
import type { Deps } from '../deps.ts'
import type { Answer, Passage } from './answer.ts'
import type { Guesses, SectionGuess } from './help-model.ts'
import { moneyIn } from './money.ts'
import type { HelpSection } from './read-help.ts'
import { linkSaid, SAY } from './sentences.ts'
import { type FoundPassage, findPassages } from './store.ts'
import { suggestionsAfter } from './suggestions.ts'
import type { Topic } from './topics.ts'
import type { ParsedQuestion } from './words.ts'

/** A section as likely as this is the answer; of less likely ones the person is asked which is meant. */
const SURE = 0.5
/** The likeliest together: below this nothing that we know is meant. */
const POSSIBLE = 0.2
/** A page that is not likely, but may still help. */
const NEAR = 0.04
/** Passages that a provider is told. */
const TOLD = 4
const OFFERED = 3
/** Another section as likely as this is offered below an answer. */
const OTHERWISE = 0.1
const LINKED = 3

/** What is so on this portal, for the places in help pages. */
export const placesOf = ({ organisation, publicUrl, ticketGraceMs }: Deps['config']) => ({
  ...HELP_NUMBERS,
  ...organisation,
  address_bar: publicUrl,
  ticket_hours: ticketGraceMs / 3_600_000,
})

export const saidBy = (
  { body, body_sw }: Pick<FoundPassage, 'body' | 'body_sw'>,
  language: ParsedQuestion['language'],
  config: Deps['config'],
) => fillPlaces(language === 'sw' && body_sw ? body_sw : body, placesOf(config))

const ABOUT = {
  demand: '/resources/contacts#somebody-asked-me-for-money',
  fee: '/resources/registration#does-it-cost-anything',
}

/** What to do when somebody asks for money: said before anything else, and by no outside service. */
export async function answerAboutMoney(
  { db, config }: Deps,
  { words, language }: ParsedQuestion,
): Promise<Answer | undefined> {
  const about = moneyIn(words)
  const [found] = about ? await findPassages(db, [ABOUT[about]]) : []
  if (!found) return undefined
  return {
    source: 'help',
    text: saidBy(found, language, config),
    language: found.body_sw ? language : 'en',
    links: [{ title: found.title, url: found.url }, ...found.links.slice(0, LINKED - 1)],
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
  text: saidBy(foundPassage, language, config),
  also: fillPlaces(`${foundPassage.body}\n${foundPassage.body_sw}`, placesOf(config)),
})

/** The section that is called so in an earlier answer's buttons. */
export async function answerFromSection(
  { db, config }: Deps,
  url: string,
  language: ParsedQuestion['language'],
): Promise<Answer | undefined> {
  const [found] = await findPassages(db, [url])
  return found && answerOf([found], language, config)
}

/** The first of these passages as the answer. */
const answerOf = (
  found: [FoundPassage, ...FoundPassage[]],
  language: ParsedQuestion['language'],
  config: Deps['config'],
): Answer => ({
  source: 'help',
  text: saidBy(found[0], language, config),
  language: found[0].body_sw ? language : 'en',
  links: [{ title: found[0].title, url: found[0].url }, ...found[0].links.slice(0, LINKED - 1)],
  suggestions: suggestionsAfter('help', language),
  // What to do about a bribe no outside service puts in other words.
  passages:
    found[0].url === ABOUT.demand
      ? []
      : found.map((foundPassage) => passageOf(foundPassage, language, config)),
})

/** Asks which section is meant; a press on a title asks for it. */
const whichOne = (
  sections: HelpSection[],
  found: FoundPassage[],
  language: ParsedQuestion['language'],
  config: Deps['config'],
): Answer => ({
  source: 'help',
  text: [SAY[language].whichOne, SAY[language].noneOfThese(config.organisation)].join('\n\n'),
  language,
  links: [linkSaid(language, 'contactPage', '/contact')],
  suggestions: sections.map(({ title, titleSw }) => (language === 'sw' ? titleSw : title)),
  passages: found.map((foundPassage) => passageOf(foundPassage, language, config)),
})

/** What the portal says to a topic, as a page of the help would. */
export const answerFromTopic = (
  { kind, body, bodySw, links }: Topic,
  language: ParsedQuestion['language'],
  config: Deps['config'],
): Answer => ({
  source: kind === 'strange' ? 'unknown' : 'help',
  text: fillPlaces(language === 'sw' ? bodySw : body, placesOf(config)),
  language,
  links:
    kind === 'talk'
      ? [linkSaid(language, 'aboutHelp', '/resources')]
      : [linkSaid(language, 'contactPage', '/contact'), ...links],
  suggestions: suggestionsAfter(kind === 'strange' ? 'unknown' : 'help', language),
  passages: [],
})

/** The answer, with buttons for other sections that the question may mean. */
export function withOthers(
  answer: Answer,
  guesses: SectionGuess[],
  language: ParsedQuestion['language'],
  least = OTHERWISE,
): Answer {
  const others = guesses
    .filter(
      ({ section, probability }) =>
        probability >= least && !answer.links.some(({ url }) => url === section.url),
    )
    .slice(0, OFFERED - 1)
    .map(({ section: { title, titleSw } }) => (language === 'sw' ? titleSw : title))
  if (others.length === 0) return answer
  return {
    ...answer,
    text: [answer.text, SAY[language].otherwise].join('\n\n'),
    suggestions: [...others, ...answer.suggestions].slice(0, OFFERED),
  }
}

/** Pages that may help where nothing else is known. */
export const nearOf = (likely: SectionGuess[]): AnswerLink[] =>
  likely
    .filter(({ probability }) => probability >= NEAR)
    .slice(0, LINKED)
    .map(({ section: { title, url } }) => ({ title, url }))

/**
 * What the help pages say to a question, or which of three sections it may mean; no answer when it means none
 * of them.
 */
export async function answerFromHelp(
  { db, config }: Deps,
  { sections: guesses }: Guesses,
  { language }: ParsedQuestion,
): Promise<Answer | undefined> {
  const likely = guesses.filter(({ probability }) => probability >= NEAR).slice(0, TOLD)
  const together = likely.slice(0, OFFERED).reduce((sum, { probability }) => sum + probability, 0)
  const sections = likely.map(({ section }) => section)
  const found = await findPassages(
    db,
    sections.map(({ url }) => url),
  )
  const [best, ...rest] = found
  if (!best || together < POSSIBLE) return undefined
  if ((likely[0]?.probability ?? 0) >= SURE)
    return withOthers(answerOf([best, ...rest], language, config), likely.slice(1), language)
  return whichOne(sections.slice(0, OFFERED), found, language, config)
}
