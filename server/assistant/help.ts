import { FIGURES, fillPlaces } from '#contract/figures.ts'
import type { AnswerLink } from '#contract/assistant.ts'
import type { Deps } from '../deps.ts'
import type { Answer, Passage } from './answer.ts'
import { conceptsOf } from './concepts.ts'
import { moneyIn } from './money.ts'
import { findPassage, type FoundPassage, findPassages } from './store.ts'
import { suggestionsAfter } from './suggestions.ts'
import { type Heard, tellingWords } from './words.ts'

/** Below this a passage has too little to do with the question. */
const ENOUGH = 0.41
/** A page that is not like the question, but may still help. */
const NEAR = 0.25
/** Passages that a provider is told. */
const TOLD = 4
const LINKED = 3

export type HelpAnswer = { answer: Answer | undefined; likeness: number; near: AnswerLink[] }

/** What is so on this portal, for the places in help pages. */
export const placesOf = ({ organisation, publicUrl, ticketGraceMs }: Deps['config']) => ({
  ...FIGURES,
  ...organisation,
  address_bar: publicUrl,
  ticket_hours: ticketGraceMs / 3_600_000,
})

const saidBy = ({ body, body_sw }: Pick<FoundPassage, 'body' | 'body_sw'>, language: Heard['language'], config: Deps['config']) =>
  fillPlaces(language === 'sw' && body_sw ? body_sw : body, placesOf(config))

const ABOUT = {
  demand: '/resources/contacts#somebody-asked-me-for-money',
  fee: '/resources/registration#does-it-cost-anything',
}

/** What to do when somebody asks for money: said before anything else, and by no outside service. */
export async function answerAboutMoney({ db, config }: Deps, { words, language }: Heard): Promise<Answer | undefined> {
  const about = moneyIn(words)
  const found = about && (await findPassage(db, ABOUT[about]))
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

/** What the help pages say to a question; no answer when no passage is near enough, and then the pages that may still help. */
export async function answerFromHelp({ db, config }: Deps, { words, language }: Heard): Promise<HelpAnswer> {
  const found = await findPassages(db, tellingWords(conceptsOf(words)).join(' '), TOLD)
  const [best] = found
  const near = found.filter(({ likeness }) => likeness >= NEAR).map(({ title, url }) => ({ title, url }))
  if (!best || best.likeness < ENOUGH) return { answer: undefined, likeness: 0, near: near.slice(0, LINKED) }
  const filled = (text: string) => fillPlaces(text, placesOf(config))
  const said = (it: FoundPassage) => saidBy(it, language, config)
  const passageOf = (it: FoundPassage): Passage => ({ title: it.title, url: it.url, text: said(it), also: filled(`${it.body}\n${it.body_sw}`) })
  const passages = found.filter(({ likeness }) => likeness >= ENOUGH).map(passageOf)
  const answer: Answer = {
    source: 'help',
    text: said(best),
    language: best.body_sw ? language : 'en',
    links: [{ title: best.title, url: best.url }, ...best.links.slice(0, LINKED - 1)],
    suggestions: suggestionsAfter('help', language),
    passages,
  }
  return { answer, likeness: best.likeness, near }
}
