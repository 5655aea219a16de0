import type { AnswerLink } from '#contract/assistant.ts'
import type { Deps } from '../deps.ts'
import type { Answer, Question } from './answer.ts'
import { hasMeaning } from './concepts.ts'
import { followUp } from './follow-up.ts'
import { answerAboutMoney, answerFromHelp, answerFromSection } from './help.ts'
import { sectionCalled } from './help-model.ts'
import { moneyIn } from './money.ts'
import { answerFromOpenings } from './openings.ts'
import { answerFromOwn } from './own-applications.ts'
import { ownQuestionOf } from './own-question.ts'
import { linkSaid, SAY } from './sentences.ts'
import { isAngry, type SmallTalk, smallTalkOf } from './small-talk.ts'
import { findMeant } from './store.ts'
import { suggestionsAfter } from './suggestions.ts'
import { type Heard, heard } from './words.ts'

/** A section as likely as this goes before openings of which not all is certain. */
const PLAINLY = 0.6

const unknown = (text: string, { language }: Heard, near: AnswerLink[] = []): Answer => ({
  source: 'unknown',
  text,
  language,
  links: [linkSaid(language, 'contactPage', '/contact'), ...(near.length > 0 ? near : [linkSaid(language, 'aboutHelp', '/resources')])],
  suggestions: suggestionsAfter('unknown', language),
  passages: [],
})

const talk = ({ config }: Deps, kind: SmallTalk, it: Heard): Answer => {
  const text = SAY[it.language]
  if (kind === 'refusal') return unknown(text.refusal(config.organisation), it)
  if (kind === 'outOfScope') return unknown(text.outOfScope(config.organisation), it)
  const said = kind === 'greeting' ? text.greeting(config.organisation) : kind === 'whoAmI' ? text.whoAmI(config.organisation) : text[kind]
  return {
    source: 'help',
    text: said,
    language: it.language,
    links: [linkSaid(it.language, 'aboutHelp', '/resources')],
    suggestions: suggestionsAfter('help', it.language),
    passages: [],
  }
}

/** A press on one of the titles that the last answer offered. */
const chosen = async ({ text, history }: Question) => {
  const last = history.at(-1)
  const asked = last?.who === 'assistant' && [SAY.en.whichOne, SAY.sw.whichOne].some((question) => last.text.startsWith(question))
  return asked ? sectionCalled(text) : undefined
}

/** True of a question about money or the own applications: no outside service hears it, then or later. */
export const staysHere = (text: string): boolean => {
  const { words } = heard(text)
  return moneyIn(words) !== undefined || ownQuestionOf(words, text) !== undefined
}

/**
 * Answers from the help, the open jobs and the asking person's own applications (N2), with nothing from outside. Always plain
 * text. What it does not know it says it does not know, and gives the contact.
 */
export async function answerByRules(deps: Deps, question: Question): Promise<Answer> {
  const typed = heard(question.text)
  const money = await answerAboutMoney(deps, typed)
  if (money) return money
  const pressed = await chosen(question)
  const section = pressed && (await answerFromSection(deps, pressed.section.url, pressed.language))
  if (section) return section
  const talked = smallTalkOf(typed.words)
  if (talked) return talk(deps, talked, typed)
  const mended = await findMeant(deps.db, typed.words, deps.now())
  const meant: Heard = { ...typed, words: typed.words.map((word, at) => (hasMeaning(word) ? word : (mended[at]?.word ?? word))) }
  const further = await followUp(deps.db, meant.words, question.history)
  const whole: Heard = further ? { ...meant, words: further.words } : meant
  const own = await answerFromOwn(deps, whole, question)
  if (own) return own
  const openings = await answerFromOpenings(deps, whole)
  if (openings && (openings.certain || further?.about === 'openings')) return openings.answer
  const alone = await answerFromHelp(deps, meant)
  // What goes on may also begin anew: "and how do I contact you?"
  const help = further?.about === 'help' && alone.probability < PLAINLY ? await answerFromHelp(deps, whole) : alone
  const say = SAY[typed.language]
  const { organisation } = deps.config
  if (!openings && isAngry(typed.words) && help.probability < PLAINLY) return unknown(say.calm(organisation), typed)
  if (help.answer && (!openings || help.probability >= PLAINLY)) return help.answer
  if (openings) return openings.answer
  return unknown([say.unknown(organisation), ...(help.near.length > 0 ? [say.near] : [])].join(' '), typed, help.near)
}
