import type { AnswerLink } from '#contract/assistant.ts'
import { shortDeadline } from '#contract/dates.ts'
import { ASSISTANT } from '#contract/limits.ts'
import type { Deps } from '../deps.ts'
import type { Answer, Passage } from './answer.ts'
import { gramsOf, isPost, type OpeningsQuestion, openingsQuestionOf } from './openings-question.ts'
import { linkSaid, SAY } from './sentences.ts'
import { findClosed, findInTitles, findLevel, findOpenings, findPlace, findTypeName, type OpeningRow, type Place } from './store.ts'
import { suggestionsAfter } from './suggestions.ts'
import type { Heard } from './words.ts'

/** `certain`: every word of the question was understood as one about openings, else the help may know better; `titled`: and two of them stand in a title. */
export type OpeningsAnswer = { answer: Answer; certain: boolean; titled: boolean }

type Language = Heard['language']
/** What the question names, once its words have been looked up. */
type Named = { asked: OpeningsQuestion; place: Place | undefined; subject: string; before: Date | undefined }

/** What stands in a title or is called a post; what is left over of a question is no name of a job. */
const namesOf = async ({ db }: Deps, subject: string) => {
  const inTitles = new Set((await findInTitles(db, subject.split(' '))).map(({ word }) => word))
  return subject
    .split(' ')
    .filter((word) => inTitles.has(word) || isPost(word))
    .join(' ')
}

const DAY_MS = 86_400_000
const ANY = { subject: undefined, county: undefined, place: undefined, type: undefined, level: undefined, before: undefined }

const whereAndWhen = (row: OpeningRow, language: Language) => {
  const say = SAY[language]
  return [row.location, row.vacancies ? say.posts(row.vacancies) : '', row.expiry_date ? say.closes(shortDeadline(row.expiry_date)) : say.noDeadline]
    .filter(Boolean)
    .join(', ')
}

const facts = (row: OpeningRow, language: Language) => {
  const say = SAY[language]
  return [
    whereAndWhen(row, language),
    row.remuneration ?? '',
    row.terms ?? '',
    row.level ? say.level(row.level) : '',
    row.min_age ? say.age(row.min_age) : '',
    say.referees(row.min_referees),
  ]
    .filter(Boolean)
    .map((fact) => `• ${fact[0]?.toUpperCase()}${fact.slice(1)}`)
    .join('\n')
}

const passage = (row: OpeningRow): Passage => ({ title: row.title, url: `/jobs/${row.id}`, text: `${row.title}\n${facts(row, 'en')}` })
const linkTo = ({ id, title }: Pick<OpeningRow, 'id' | 'title'>): AnswerLink => ({ title, url: `/jobs/${id}` })

const answer = (text: string, language: Language, links: AnswerLink[], rows: OpeningRow[] = []): Answer => ({
  source: 'openings',
  text,
  language,
  links: [...links, linkSaid(language, 'allJobs', '/jobs')],
  suggestions: suggestionsAfter('openings', language),
  passages: rows.slice(0, ASSISTANT.namedInAnswer).map(passage),
})

/** What was looked for, in words: ` for “clerk” in Kisumu or all over the country`. */
const whatWasAsked = async ({ db }: Deps, { asked, place, subject, before }: Named, language: Language) => {
  const say = SAY[language]
  return [
    subject ? say.forSubject(subject) : '',
    asked.type ? say.ofType((await findTypeName(db, asked.type))?.name ?? '') : '',
    place ? say.inPlace(place.name) : '',
    asked.level ? say.forLevel((await findLevel(db, asked.level))?.short_name ?? '') : '',
    before ? say.closingSoon(ASSISTANT.soonDays) : '',
  ].join('')
}

/** `said` is all that the question may have named, as it was said. */
const answerNone = async (deps: Deps, named: Named, said: string, language: Language, likely: boolean): Promise<OpeningsAnswer | undefined> => {
  const { asked, place, subject } = named
  const say = SAY[language]
  const closed = subject && subject === said && !place ? await findClosed(deps.db, subject, deps.now()) : undefined
  if (closed)
    return {
      answer: answer(`${closed.title}: ${say.closed(shortDeadline(closed.expiry_date))}. ${say.seeOthers}`, language, [linkTo(closed)]),
      certain: true,
      titled: false,
    }
  if (!likely) return undefined
  const all = await findOpenings(deps.db, ANY, deps.now())
  return {
    answer: answer(say.noneFound(await whatWasAsked(deps, named, language), all.length), language, []),
    certain: !said || (subject === said && (place !== undefined || asked.post)),
    titled: false,
  }
}

const listed = (rows: OpeningRow[], { facts: wanted }: OpeningsQuestion, what: string, language: Language) => {
  const say = SAY[language]
  const posts = rows.reduce((sum, row) => sum + (row.vacancies ?? 0), 0)
  const shown = rows.slice(0, ASSISTANT.namedInAnswer)
  const lines = shown.map((row) => `• ${row.title}: ${wanted && row.remuneration ? `${row.remuneration}, ` : ''}${whereAndWhen(row, language)}`)
  const more = rows.length > shown.length ? [say.more(rows.length - shown.length)] : []
  return [say.open(rows.length, what, posts), [...lines, ...more].join('\n')].join('\n\n')
}

/** The open jobs that fit best, and how much of the subject they hold. */
const bestOf = async ({ db, now }: Deps, { asked, place, subject, before }: Named) => {
  const fitting = await findOpenings(
    db,
    { subject: subject || undefined, county: place?.county, place: place?.county_name, type: asked.type, level: asked.level, before },
    now(),
  )
  const rows = fitting.filter((row) => row.matched === fitting[0]?.matched && row.in_title === fitting[0].in_title)
  const [first] = rows
  const share = first === undefined ? 0 : first.wanted === 0 ? 1 : first.matched / first.wanted
  // Of a name of one word or two nothing may be missing: another officer is another job.
  return { rows, first: first && share >= (first.wanted > 2 ? 0.6 : 1) ? first : undefined, share }
}

/** What the open jobs say to a question. Where it is not `likely` about them, only if a job fits: else undefined. */
export async function answerFromOpenings(deps: Deps, { words, language }: Heard, likely: boolean): Promise<OpeningsAnswer | undefined> {
  const { db, now, config } = deps
  const asked = openingsQuestionOf(words)
  const place = asked.rest.length > 0 ? await findPlace(db, gramsOf(asked.rest)) : undefined
  const inPlace = new Set(place?.gram.split(' '))
  const said = asked.rest.filter((word) => !inPlace.has(word) && word !== config.organisation.acronym.toLowerCase()).join(' ')
  if (!likely && !said && !place) return undefined
  const before = asked.soon ? new Date(now().getTime() + ASSISTANT.soonDays * DAY_MS) : undefined
  let named: Named = { asked, place, subject: said, before }
  let best = await bestOf(deps, named)
  if (!best.first && said) {
    named = { ...named, subject: await namesOf(deps, said) }
    if (!named.subject && (asked.type || place)) best = await bestOf(deps, named)
  }
  const { rows, first, share } = best
  if (!first) return answerNone(deps, named, said, language, likely)
  const certain = share === 1 && named.subject === said && (likely || said !== '')
  const titled = certain && first.in_title > 1
  if (asked.facts && named.subject && rows.length === 1) {
    return { answer: answer(`${first.title}\n${facts(first, language)}\n\n${SAY[language].noticeDecides}`, language, [linkTo(first)], rows), certain, titled }
  }
  const text = listed(rows, asked, await whatWasAsked(deps, named, language), language)
  return { answer: answer(text, language, rows.slice(0, ASSISTANT.namedInAnswer).map(linkTo), rows), certain, titled }
}
