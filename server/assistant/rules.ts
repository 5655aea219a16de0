import type { AnswerLink } from '#contract/assistant/endpoints.ts'
import type { Deps } from '../deps.ts'
import type { Answer, Question } from './answer.ts'
import { isGeneralSection } from './aspects.ts'
import { hasMeaning } from './concepts.ts'
import { type FollowUp, followUp } from './follow-up.ts'
import { isMasked } from './help-examples.ts'
import {
  answerAboutMoney,
  answerFromHelp,
  answerFromSection,
  answerFromTopic,
  relatedPages,
  withAlternatives,
} from './help.ts'
import {
  type Guesses,
  guessSubjects,
  likelihood,
  MIN_LIKELY,
  findSectionByTitle,
  withoutOpenings,
} from './help-model.ts'
import { titledIn } from './kiswahili-titles.ts'
import { isHostile, refusedTopicIn } from './hostile.ts'
import { moneyIn } from './money.ts'
import { answerFromOpenings, describeWork } from './openings.ts'
import { asksClosing, asksAboutPost, isOtherMatter } from './openings-question.ts'
import { answerFromOwn } from './own-applications.ts'
import { ownQuestionOf } from './own-question.ts'
import { linkInLanguage, SAY } from './sentences.ts'
import { findMeantWords } from './store.ts'
import { suggestionsAfter } from './suggestions.ts'
import { type Topic, topicOf } from './topics.ts'
import { type ParsedQuestion, parseQuestion } from './words.ts'

/** From this probability on, a help section is preferred to openings that the question may mean. */
const MIN_CLEAR_SECTION = 0.6
/** From this probability on, a help section is preferred even to openings with a matching job title. */
const MIN_CERTAIN_SECTION = 0.95
/** From this probability on, a question is private. It is low, because such a question must not leave. */
const MIN_PRIVATE = 0.2
/** From this probability on, a question is taken to ask for openings if nothing else is more probable. */
const MIN_BEST_GUESS = 0.25
/**
 * From this joint probability on, a question that names a post is about that post. It is the sum for openings
 * and the sections about jobs.
 */
const MIN_ABOUT_JOBS = 0.4
const WORK_SECTION = '/resources/openings#what-will-i-do-in-this-job'
/** Below this probability a question is not about openings, even if one of its words is in a job title. */
const MIN_POSSIBLE = 0.05

const unknownAnswer = (
  { organisation }: Deps['config'],
  { language }: ParsedQuestion,
  related: AnswerLink[],
): Answer => {
  const say = SAY[language]
  return {
    source: 'unknown',
    text: [say.unknown(organisation), ...(related.length > 0 ? [say.near] : [])].join(' '),
    language,
    links: [
      linkInLanguage(language, 'contactPage', '/contact'),
      ...(related.length > 0 ? related : [linkInLanguage(language, 'aboutHelp', '/resources')]),
    ],
    suggestions: suggestionsAfter('unknown', language),
    passages: [],
  }
}

const refusedTopicOf = (words: string[]): Topic | undefined => {
  if (isHostile(words)) return topicOf('New instructions')
  const title = refusedTopicIn(words)
  return title && topicOf(title)
}

/**
 * The answer to a question that must be refused, or to a greeting or thanks. Undefined for other questions.
 */
const answerRefusedOrPolite = (
  { config }: Deps,
  guesses: Guesses,
  { allWords, language }: ParsedQuestion,
): Answer | undefined => {
  const likelyTopic = (kind: Topic['kind']) =>
    likelihood(guesses, kind) >= MIN_LIKELY
      ? guesses.topics.find(({ topic }) => topic.kind === kind)?.topic
      : undefined
  const topic = likelyTopic('refused') ?? refusedTopicOf(allWords) ?? likelyTopic('talk')
  return topic && answerFromTopic(topic, language, config)
}

/** The help section whose button the person pressed, if the last answer offered such buttons. */
const pressedSection = async ({ text, history }: Question) => {
  const lastMessage = history.at(-1)
  const isOffer =
    lastMessage?.who === 'assistant' &&
    [SAY.en.whichOne, SAY.sw.whichOne].some((question) => lastMessage.text.startsWith(question))
  return isOffer ? findSectionByTitle(text) : undefined
}

/** True for a question about money or the person's own applications. It never goes to a provider. */
export const isPrivateQuestion = async (text: string): Promise<boolean> => {
  const { words, allWords } = parseQuestion(text)
  const ownProbability = likelihood(await guessSubjects(words), 'own')
  return (
    moneyIn(allWords) !== undefined || ownQuestionOf(words, text, ownProbability >= MIN_PRIVATE) !== undefined
  )
}

const correctSpelling = async ({ db, now }: Deps, typed: ParsedQuestion): Promise<ParsedQuestion> => {
  const corrected = await findMeantWords(db, typed.words, now())
  return {
    ...typed,
    words: typed.words.map((word, index) =>
      hasMeaning(word) || isMasked(word) ? word : (corrected[index]?.word ?? word),
    ),
  }
}

const topSectionProbability = ({ sections }: Guesses) => sections[0]?.probability ?? 0

/** True when a question is probably about openings. */
const isAboutOpenings = (words: string[], guesses: Guesses, followed: FollowUp | undefined): boolean => {
  const openingsProbability = likelihood(guesses, 'openings')
  const rivalProbability = Math.max(topSectionProbability(guesses), likelihood(guesses, 'strange'))
  const generalSectionsProbability = guesses.sections.reduce(
    (sum, { section, probability }) => sum + (isGeneralSection(section.url) ? probability : 0),
    0,
  )
  // A help section that contains the question word for word has the probability 1.
  const isAboutPost =
    asksAboutPost(words) &&
    generalSectionsProbability + openingsProbability >= MIN_ABOUT_JOBS &&
    topSectionProbability(guesses) < 1
  return (
    isAboutPost ||
    followed?.about === 'openings' ||
    openingsProbability >= MIN_LIKELY ||
    (openingsProbability >= MIN_BEST_GUESS && openingsProbability > rivalProbability) ||
    (openingsProbability >= MIN_POSSIBLE && rivalProbability < MIN_CLEAR_SECTION && asksClosing(words))
  )
}

/** The answer from the open jobs, if it fits the question better than a help page does. */
async function answerAboutOpenings(
  deps: Deps,
  question: ParsedQuestion,
  guesses: Guesses,
  followed: FollowUp | undefined,
): Promise<Answer | undefined> {
  const isLikely = isAboutOpenings(question.words, guesses, followed)
  const openings = await answerFromOpenings(deps, question, isLikely)
  if (!openings) return undefined
  const sectionProbability = topSectionProbability(guesses)
  const isBetter =
    isLikely ||
    (openings.isTitleMatch && sectionProbability < MIN_CERTAIN_SECTION) ||
    (openings.isCertain &&
      sectionProbability < MIN_CLEAR_SECTION &&
      likelihood(guesses, 'openings') >= MIN_POSSIBLE)
  if (!isBetter) return undefined
  const otherSections = guesses.sections.filter(({ section }) => !isGeneralSection(section.url))
  return withAlternatives(openings.answer, otherSections, question.language, MIN_BEST_GUESS)
}

/** The answer from the help. For "what will I do in this job", the work of the named jobs is added. */
async function answerAboutHelp(
  deps: Deps,
  typed: ParsedQuestion,
  question: ParsedQuestion,
  guesses: Guesses,
): Promise<Answer | undefined> {
  const help = await answerFromHelp(deps, guesses, typed)
  if (help?.links[0]?.url !== WORK_SECTION) return help
  const work = await describeWork(deps, question)
  if (!work) return help
  return {
    ...help,
    text: [work.text, help.text].join('\n\n'),
    links: [...help.links.slice(0, 1), ...work.links],
  }
}

/** Tries one kind of answer after the other. Money comes first, because the person may be cheated. */
async function findAnswer(deps: Deps, question: Question): Promise<Answer> {
  const typed = parseQuestion(question.text, question.pageLanguage)
  const moneyAnswer = await answerAboutMoney(deps, typed)
  if (moneyAnswer) return moneyAnswer
  const pressed = await pressedSection(question)
  const sectionAnswer = pressed && (await answerFromSection(deps, pressed.section.url, pressed.language))
  if (sectionAnswer) return sectionAnswer

  const corrected = await correctSpelling(deps, typed)
  const guessesOfCorrected = await guessSubjects(corrected.words)
  const refusedOrPolite = answerRefusedOrPolite(deps, guessesOfCorrected, typed)
  if (refusedOrPolite) return refusedOrPolite

  const followed = await followUp(deps.db, corrected.words, question.history)
  const completed: ParsedQuestion = followed ? { ...corrected, words: followed.words } : corrected
  const isAboutOwn = followed?.about === 'own' || likelihood(guessesOfCorrected, 'own') >= MIN_LIKELY
  const ownAnswer = await answerFromOwn(deps, completed, question, isAboutOwn)
  if (ownAnswer) return ownAnswer

  // A question that starts like a continuation may still be a new one: "and how do I contact you?"
  const needsEarlierWords =
    followed?.about === 'help' && topSectionProbability(guessesOfCorrected) < MIN_CLEAR_SECTION
  const guessesOfCompleted = needsEarlierWords ? await guessSubjects(completed.words) : guessesOfCorrected
  const asksNoOpenings = isOtherMatter(completed.words)
  const guesses = asksNoOpenings ? withoutOpenings(guessesOfCompleted) : guessesOfCompleted
  const openingsAnswer = asksNoOpenings
    ? undefined
    : await answerAboutOpenings(deps, completed, guesses, followed)
  if (openingsAnswer) return openingsAnswer
  if (likelihood(guesses, 'strange') >= MIN_LIKELY)
    return answerFromTopic(topicOf('Not ours'), typed.language, deps.config)
  return (
    (await answerAboutHelp(deps, typed, completed, guesses)) ??
    unknownAnswer(deps.config, typed, relatedPages(guesses.sections))
  )
}

/**
 * Answers a question from the help, the open jobs and the person's own applications, without a provider (N2).
 * The answer is plain text. When nothing is known, the answer says so and gives the contact.
 */
export async function answerByRules(deps: Deps, question: Question): Promise<Answer> {
  const answer = await findAnswer(deps, question)
  return { ...answer, links: titledIn(answer.language, answer.links) }
}
