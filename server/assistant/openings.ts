import type { AnswerLink } from '#contract/assistant.ts'
import { shortDeadline } from '#contract/dates.ts'
import { ASSISTANT } from '#contract/limits.ts'
import type { Deps } from '../deps.ts'
import type { Answer, Passage } from './answer.ts'
import { type Aspect, GENERAL_SECTION } from './aspects.ts'
import { gramsOf, isPost, type OpeningsQuestion, openingsQuestionOf } from './openings-question.ts'
import { saidBy } from './help.ts'
import { factSentence, workOf } from './job-facts.ts'
import { linkSaid, SAY } from './sentences.ts'
import { findClosed, findInTitles, findLevel, findNotices, findOpenings, findPassages, findPlace, findTypeName, type OpeningRow, type Place } from './store.ts'
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
/** Of a longer name no more words are looked for one by one. */
const MOST_WORDS = 6
const ANY = { subject: undefined, county: undefined, place: undefined, type: undefined, level: undefined, before: undefined, permanent: false }

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
const whatWasAsked = async (deps: Deps, { asked, place, subject, before }: Named, language: Language) => {
  const say = SAY[language]
  return [
    subject ? say.forSubject((await namesOf(deps, subject)) || subject) : '',
    asked.permanent ? say.permanent : '',
    asked.type ? say.ofType((await findTypeName(deps.db, asked.type))?.name ?? '') : '',
    place ? say.inPlace(place.name) : '',
    asked.level ? say.forLevel((await findLevel(deps.db, asked.level))?.short_name ?? '') : '',
    before ? say.closingSoon(ASSISTANT.soonDays) : '',
  ].join('')
}

const listed = (rows: OpeningRow[], { facts: wanted, rules }: OpeningsQuestion, what: string, language: Language, heading?: string) => {
  const say = SAY[language]
  const posts = rows.reduce((sum, row) => sum + (row.vacancies ?? 0), 0)
  const shown = rows.slice(0, ASSISTANT.namedInAnswer)
  const ruled = ({ remuneration, level, min_age: age }: OpeningRow) =>
    [wanted && remuneration, rules && level && say.level(level), rules && age && say.age(age)].filter(Boolean).map((fact) => `${fact}, `)
  const lines = shown.map((row) => `• ${row.title}: ${ruled(row).join('')}${whereAndWhen(row, language)}`)
  const more = rows.length > shown.length ? [say.more(rows.length - shown.length)] : []
  return [heading ?? say.open(rows.length, what, posts), [...lines, ...more].join('\n')].join('\n\n')
}

/** What the help says about an aspect of jobs in general, and where. */
const inGeneral = async ({ db, config }: Deps, aspect: Aspect, language: Language) => {
  const [found] = await findPassages(db, [GENERAL_SECTION[aspect]])
  return found && { text: SAY[language].inGeneral(saidBy(found, language, config)), link: { title: found.title, url: found.url } }
}

/** Aspects that one answer speaks of. */
const MOST_ASPECTS = 2

/** What is asked of a kind of post, for each open job of that kind: its own fact, or that its page does not say. */
const answerFacts = async (deps: Deps, rows: OpeningRow[], asked: OpeningsQuestion, language: Language): Promise<Answer> => {
  const say = SAY[language]
  const notices = await findNotices(deps.db, rows.slice(0, ASSISTANT.factsOfJobs))
  const alone = rows.length === 1
  const aspects = asked.aspects.slice(0, MOST_ASPECTS)
  const sentences = notices.map((notice) => aspects.map((aspect) => factSentence(notice, aspect, language, alone)))
  const silent = aspects.find((_, index) => sentences.some((said) => said[index] === undefined))
  const complete = sentences.map((said) => said.map((sentence, index) => sentence ?? `${say.aspects[aspects[index] as Aspect]}: ${say.notSaid}`))
  const lines = notices.map((notice, index) => {
    const said = complete[index] ?? []
    if (!alone) return `• ${notice.title}. ${said.join(' ')}`
    const others = facts(notice, language)
      .split('\n')
      .filter((fact) => !said.some((sentence) => sentence.toLowerCase().includes(fact.slice(2).toLowerCase())))
    return [notice.title, ...said.map((sentence) => `• ${sentence}`), ...others].join('\n')
  })
  const more = rows.length > notices.length ? [say.more(rows.length - notices.length)] : []
  const general = silent && (await inGeneral(deps, silent, language))
  const text = [[...lines, ...more].join('\n'), ...(general ? [general.text] : []), say.noticeDecides].join('\n\n')
  const told = notices.map((notice) => {
    const own = aspects.map((aspect) => factSentence(notice, aspect, 'en', alone)).filter(Boolean)
    return { ...passage(notice), text: [passage(notice).text, ...own].join('\n') }
  })
  return { ...answer(text, language, [...notices.map(linkTo), ...(general ? [general.link] : [])]), passages: told }
}

/** The open jobs that fit best, and how much of the subject they hold. */
const bestOf = async ({ db, now }: Deps, { asked, place, subject, before }: Named) => {
  const fitting = await findOpenings(
    db,
    { subject: subject || undefined, county: place?.county, place: place?.county_name, type: asked.type, level: asked.level, before, permanent: asked.permanent },
    now(),
  )
  const rows = fitting.filter((row) => row.matched === fitting[0]?.matched && row.in_title === fitting[0].in_title)
  const [first] = rows
  const share = first === undefined ? 0 : first.wanted === 0 ? 1 : first.matched / first.wanted
  // Of a name of one word or two nothing may be missing: another officer is another job.
  return { rows, first: first && share >= (first.wanted > 2 ? 0.6 : 1) ? first : undefined, share }
}

/** For each word of the subject the open jobs whose titles hold it, of those the ones that hold most words; `all` when none of the words is left over. */
const coverOf = async ({ db, now }: Deps, { asked, place, subject, before }: Named) => {
  const words = [...new Set(subject.split(' '))].slice(0, MOST_WORDS)
  const conditions = { county: place?.county, place: place?.county_name, type: asked.type, level: asked.level, before, permanent: asked.permanent }
  const found = await Promise.all(
    words.map(async (word) => (await findOpenings(db, { ...conditions, subject: word }, now())).filter((row) => row.in_title > 0)),
  )
  const count = new Map<number, number>()
  for (const { id } of found.flat()) count.set(id, (count.get(id) ?? 0) + 1)
  const rows = new Map<number, OpeningRow>()
  for (const some of found) {
    const most = Math.max(0, ...some.map(({ id }) => count.get(id) ?? 0))
    for (const row of some) if (count.get(row.id) === most) rows.set(row.id, row)
  }
  return { rows: [...rows.values()], all: found.every((some) => some.length > 0) }
}

/** The job of that name that closed last; of one that only its page names, where `whole` says that the question names nothing else. */
const closedCalled = async ({ db, now }: Deps, subject: string, whole: boolean) =>
  (await findClosed(db, subject, true, now())) ?? (whole ? await findClosed(db, subject, false, now()) : undefined)

/** `said` is all that the question may have named, as it was said. */
const answerNone = async (deps: Deps, named: Named, said: string, language: Language, likely: boolean): Promise<OpeningsAnswer | undefined> => {
  const { asked, place, subject, before } = named
  const say = SAY[language]
  const [aspect] = asked.aspects
  const general = aspect && aspect !== 'deadline' && (subject || asked.type) ? await inGeneral(deps, aspect, language) : undefined
  const closed = subject && !place ? await closedCalled(deps, subject, subject === said) : undefined
  if (closed)
    return {
      answer: answer(
        [`${closed.title}: ${say.closed(shortDeadline(closed.expiry_date)).replace(/\.$/, '')}. ${say.seeOthers}`, ...(general ? [general.text] : [])].join('\n\n'),
        language,
        [linkTo(closed), ...(general ? [general.link] : [])],
      ),
      certain: true,
      titled: false,
    }
  if (!likely) return undefined
  const unsure = (rows: OpeningRow[], text: string): OpeningsAnswer => ({
    answer: answer(text, language, rows.slice(0, ASSISTANT.namedInAnswer).map(linkTo), rows),
    certain: false,
    titled: false,
  })
  const nearest = subject ? (await coverOf(deps, named)).rows : []
  if (nearest.length > 0) return unsure(nearest, listed(nearest, asked, '', language, say.unsure))
  const all = await findOpenings(deps.db, ANY, deps.now())
  const none = say.noneFound(await whatWasAsked(deps, named, language), all.length)
  const conditional = place || asked.type || asked.level || before || asked.permanent
  // Nothing fits the place, the kind, the level or the day: without these a post that is named may be open.
  const elsewhere =
    subject && conditional
      ? (await coverOf(deps, { ...named, asked: { ...asked, type: undefined, level: undefined, permanent: false }, place: undefined, before: undefined })).rows
      : []
  if (elsewhere.length > 0) return unsure(elsewhere, `${none} ${listed(elsewhere, asked, '', language, say.openElsewhere)}`)
  return { answer: answer([none, ...(general ? [general.text] : [])].join('\n\n'), language, general ? [general.link] : []), certain: !said || (subject === said && (place !== undefined || asked.post)), titled: false }
}

/** The work of each open job whose title a question names, in the words of its page, and where to read more. */
export async function worksNamed(deps: Deps, { words, language }: Heard): Promise<{ text: string; links: AnswerLink[] } | undefined> {
  const asked = openingsQuestionOf(words)
  const subject = await namesOf(deps, asked.rest.join(' '))
  if (!asked.post || !subject) return undefined
  const named: Named = { asked: { ...asked, level: undefined }, place: undefined, subject, before: undefined }
  const { rows: covering } = await coverOf(deps, named)
  const fitting = await findOpenings(deps.db, { ...ANY, type: asked.type, subject }, deps.now())
  const most = fitting[0]?.in_title ?? 0
  // "Presiding officer or deputy": the deputy holds one word more, and both are meant.
  const near = fitting.filter((row) => row.in_title > 1 && row.in_title >= most - 1 && !covering.some(({ id }) => id === row.id))
  const notices = await findNotices(deps.db, [...covering, ...near].slice(0, ASSISTANT.factsOfJobs))
  if (notices.length === 0) return undefined
  return { text: notices.map((notice) => `• ${notice.title}. ${SAY[language].quoted(workOf(notice))}`).join('\n'), links: notices.map(linkTo) }
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
  if (best.share < 1 && said) {
    const subject = await namesOf(deps, said)
    if (!best.first || subject) named = { ...named, subject }
    if (named.subject !== said && (likely || asked.type || place)) best = await bestOf(deps, named)
  }
  const posts = new Set(named.subject.split(' ').filter(isPost))
  const cover = posts.size > 1 ? await coverOf(deps, named) : undefined
  if (cover?.all) best = { rows: cover.rows, first: cover.rows[0], share: 1 }
  // Words that are none for the database name nothing.
  if (best.first?.wanted === 0) named = { ...named, subject: '' }
  const { rows, share } = best
  // A post that is named must stand in the title: a voter educator is no officer of the department of voter education.
  const first = best.first && asked.post && named.subject && best.first.in_title === 0 ? undefined : best.first
  if (!first) return answerNone(deps, named, said, language, likely)
  const certain = share === 1 && named.subject === said && (likely || said !== '')
  const titled = certain && first.in_title > 1
  if (asked.aspects.length > 0 && (asked.type || (named.subject && first.in_title > 0))) {
    return { answer: await answerFacts(deps, rows, asked, language), certain, titled }
  }
  if (asked.facts && named.subject && rows.length === 1) {
    return { answer: answer(`${first.title}\n${facts(first, language)}\n\n${SAY[language].noticeDecides}`, language, [linkTo(first)], rows), certain, titled }
  }
  const unnamed = said && !named.subject && !asked.type && !place && !asked.level && (asked.facts || asked.post)
  const text = listed(rows, asked, await whatWasAsked(deps, named, language), language, unnamed ? SAY[language].unsure : undefined)
  return { answer: answer(text, language, rows.slice(0, ASSISTANT.namedInAnswer).map(linkTo), rows), certain, titled }
}
