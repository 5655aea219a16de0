import type { AnswerLink } from '#contract/assistant/endpoints.ts'
import type { Deps } from '../deps.ts'
import type { Answer, Question } from './answer.ts'
import { isGeneralSection } from './aspects.ts'
import { hasMeaning } from './concepts.ts'
import { followUp } from './follow-up.ts'
import { isName } from './help-examples.ts'
import {
  answerAboutMoney,
  answerFromHelp,
  answerFromSection,
  answerFromTopic,
  nearOf,
  withOthers,
} from './help.ts'
import {
  type Guesses,
  guessSubjects,
  likelihood,
  LIKELY,
  sectionCalled,
  withoutOpenings,
} from './help-model.ts'
import { isHostile, refusedWhatever } from './hostile.ts'
import { moneyIn } from './money.ts'
import { answerFromOpenings, worksNamed } from './openings.ts'
import { asksClosing, asksOfPost, isOtherMatter } from './openings-question.ts'
import { answerFromOwn } from './own-applications.ts'
import { ownQuestionOf } from './own-question.ts'
import { linkSaid, SAY } from './sentences.ts'
import { findMeant } from './store.ts'
import { suggestionsAfter } from './suggestions.ts'
import { type Topic, topicOf } from './topics.ts'
import { type ParsedQuestion, parseQuestion } from './words.ts'

/** A section as likely as this goes before openings that may be meant. */
const PLAINLY = 0.6
/** And one as likely as this before openings with a title of two words. */
const CERTAIN = 0.95
/** Of the own applications rather once too often, where it is about what may leave. */
const PERHAPS = 0.2
/** Openings as likely as this are meant, where nothing else is likelier. */
const RATHER = 0.25
/**
 * Openings, and the sections about jobs in general, together: as likely as this a question that names a post
 * is about that post, unless a section has it word for word.
 */
const ABOUT_JOBS = 0.4
const WORK_SECTION = '/resources/openings#what-will-i-do-in-this-job'
/** Below this nobody asks for openings, whatever a word of the question also is the name of. */
const HARDLY = 0.05

const unknown = (text: string, { language }: ParsedQuestion, near: AnswerLink[]): Answer => ({
  source: 'unknown',
  text,
  language,
  links: [
    linkSaid(language, 'contactPage', '/contact'),
    ...(near.length > 0 ? near : [linkSaid(language, 'aboutHelp', '/resources')]),
  ],
  suggestions: suggestionsAfter('unknown', language),
  passages: [],
})

const alwaysRefused = (words: string[]): Topic | undefined => {
  const title = refusedWhatever(words)
  return title && topicOf(title)
}

/** What is refused, and manners, when the question asks for such. */
const answerApart = (
  { config }: Deps,
  guesses: Guesses,
  { words, language }: ParsedQuestion,
): Answer | undefined => {
  const first = (kind: Topic['kind']) =>
    likelihood(guesses, kind) >= LIKELY
      ? guesses.topics.find(({ topic }) => topic.kind === kind)?.topic
      : undefined
  const topic =
    first('refused') ??
    (isHostile(words) ? topicOf('New instructions') : (alwaysRefused(words) ?? first('talk')))
  return topic && answerFromTopic(topic, language, config)
}

/** A press on one of the titles that the last answer offered. */
const chosen = async ({ text, history }: Question) => {
  const last = history.at(-1)
  const isOffer =
    last?.who === 'assistant' &&
    [SAY.en.whichOne, SAY.sw.whichOne].some((question) => last.text.startsWith(question))
  return isOffer ? sectionCalled(text) : undefined
}

/** True of a question about money or the own applications: no outside service hears it, then or later. */
export const staysHere = async (text: string): Promise<boolean> => {
  const { words } = parseQuestion(text)
  const own = likelihood(await guessSubjects(words), 'own')
  return moneyIn(words) !== undefined || ownQuestionOf(words, text, own >= PERHAPS) !== undefined
}

/**
 * Answers from the help, the open jobs and the asking person's own applications (N2), with nothing from
 * outside. Always plain text. What it does not know it says it does not know, and gives the contact.
 */
export async function answerByRules(deps: Deps, question: Question): Promise<Answer> {
  const { db, config } = deps
  const typed = parseQuestion(question.text)
  const money = await answerAboutMoney(deps, typed)
  if (money) return money
  const pressed = await chosen(question)
  const section = pressed && (await answerFromSection(deps, pressed.section.url, pressed.language))
  if (section) return section
  const mended = await findMeant(db, typed.words, deps.now())
  const meant: ParsedQuestion = {
    ...typed,
    words: typed.words.map((word, index) =>
      hasMeaning(word) || isName(word) ? word : (mended[index]?.word ?? word),
    ),
  }
  const alone = await guessSubjects(meant.words)
  const apart = answerApart(deps, alone, typed)
  if (apart) return apart
  const further = await followUp(db, meant.words, question.history)
  const whole: ParsedQuestion = further ? { ...meant, words: further.words } : meant
  const own = await answerFromOwn(
    deps,
    whole,
    question,
    further?.about === 'own' || likelihood(alone, 'own') >= LIKELY,
  )
  if (own) return own
  // What goes on may also begin anew: "and how do I contact you?"
  const heardAs =
    further?.about === 'help' && (alone.sections[0]?.probability ?? 0) < PLAINLY
      ? await guessSubjects(whole.words)
      : alone
  const otherMatter = isOtherMatter(whole.words)
  const guesses = otherMatter ? withoutOpenings(heardAs) : heardAs
  const forOpenings = likelihood(guesses, 'openings')
  const rival = Math.max(guesses.sections[0]?.probability ?? 0, likelihood(guesses, 'strange'))
  const inGeneral = guesses.sections.reduce(
    (sum, { section, probability }) => sum + (isGeneralSection(section.url) ? probability : 0),
    0,
  )
  const ofPost =
    asksOfPost(whole.words) &&
    inGeneral + forOpenings >= ABOUT_JOBS &&
    (guesses.sections[0]?.probability ?? 0) < 1
  const likely =
    ofPost ||
    further?.about === 'openings' ||
    forOpenings >= LIKELY ||
    (forOpenings >= RATHER && forOpenings > rival) ||
    (forOpenings >= HARDLY && rival < PLAINLY && asksClosing(whole.words))
  const openings = otherMatter ? undefined : await answerFromOpenings(deps, whole, likely)
  const plainly = (guesses.sections[0]?.probability ?? 0) >= PLAINLY
  if (
    openings &&
    (likely ||
      (openings.titled && (guesses.sections[0]?.probability ?? 0) < CERTAIN) ||
      (openings.certain && !plainly && forOpenings >= HARDLY))
  )
    return withOthers(
      openings.answer,
      guesses.sections.filter(({ section }) => !isGeneralSection(section.url)),
      typed.language,
      RATHER,
    )
  if (likelihood(guesses, 'strange') >= LIKELY)
    return answerFromTopic(topicOf('Not ours'), typed.language, config)
  const help = await answerFromHelp(deps, guesses, typed)
  if (help?.links[0]?.url === WORK_SECTION) {
    const works = await worksNamed(deps, whole)
    return works
      ? {
          ...help,
          text: [works.text, help.text].join('\n\n'),
          links: [...help.links.slice(0, 1), ...works.links],
        }
      : help
  }
  if (help) return help
  const near = nearOf(guesses.sections)
  const say = SAY[typed.language]
  return unknown(
    [say.unknown(config.organisation), ...(near.length > 0 ? [say.near] : [])].join(' '),
    typed,
    near,
  )
}
