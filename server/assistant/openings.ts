import type { AnswerLink } from '#contract/assistant/endpoints.ts'
import { shortDeadline } from '#contract/dates.ts'
import { ASSISTANT } from '#contract/assistant/limits.ts'
import type { Deps } from '../deps.ts'
import type { Answer } from './answer.ts'
import { workOf } from './job-facts.ts'
import { gramsOf, isPost, type OpeningsQuestion, openingsQuestionOf } from './openings-question.ts'
import { answer, answerFacts, inGeneral, linkTo, listed } from './openings-text.ts'
import { SAY } from './sentences.ts'
import {
  findClosed,
  findInTitles,
  findLevel,
  findJobTexts,
  findOpenings,
  findPlace,
  findTypeName,
  type OpeningRow,
  type Place,
} from './store.ts'
import type { ParsedQuestion } from './words.ts'

/**
 * `certain`: every word of the question was understood as one about openings, else the help may know better;
 * `titled`: and two of them stand in a title.
 */
export type OpeningsAnswer = { answer: Answer; certain: boolean; titled: boolean }

type Language = ParsedQuestion['language']
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
const ANY = {
  subject: undefined,
  county: undefined,
  place: undefined,
  type: undefined,
  level: undefined,
  before: undefined,
  permanent: false,
}

/** What was looked for, in words: ` for “clerk” in Kisumu or all over the country`. */
const whatWasAsked = async (
  deps: Deps,
  { asked: question, place, subject, before }: Named,
  language: Language,
) => {
  const say = SAY[language]
  return [
    subject ? say.forSubject((await namesOf(deps, subject)) || subject) : '',
    question.permanent ? say.permanent : '',
    question.type ? say.ofType((await findTypeName(deps.db, question.type))?.name ?? '') : '',
    place ? say.inPlace(place.name) : '',
    question.level ? say.forLevel((await findLevel(deps.db, question.level))?.short_name ?? '') : '',
    before ? say.closingSoon(ASSISTANT.soonDays) : '',
  ].join('')
}

/** The open jobs that fit best, and how much of the subject they hold. */
const bestOf = async ({ db, now }: Deps, { asked: question, place, subject, before }: Named) => {
  const fitting = await findOpenings(
    db,
    {
      subject: subject || undefined,
      county: place?.county,
      place: place?.county_name,
      type: question.type,
      level: question.level,
      before,
      permanent: question.permanent,
    },
    now(),
  )
  const rows = fitting.filter(
    (row) => row.matched === fitting[0]?.matched && row.in_title === fitting[0].in_title,
  )
  const [first] = rows
  const share = first === undefined ? 0 : first.wanted === 0 ? 1 : first.matched / first.wanted
  // Of a name of one word or two nothing may be missing: another officer is another job.
  return { rows, first: first && share >= (first.wanted > 2 ? 0.6 : 1) ? first : undefined, share }
}

/**
 * For each word of the subject the open jobs whose titles hold it, of those the ones that hold most words;
 * `all` when none of the words is left over.
 */
const coverOf = async ({ db, now }: Deps, { asked: question, place, subject, before }: Named) => {
  const words = [...new Set(subject.split(' '))].slice(0, MOST_WORDS)
  const conditions = {
    county: place?.county,
    place: place?.county_name,
    type: question.type,
    level: question.level,
    before,
    permanent: question.permanent,
  }
  const found = await Promise.all(
    words.map(async (word) =>
      (await findOpenings(db, { ...conditions, subject: word }, now())).filter((row) => row.in_title > 0),
    ),
  )
  const count = new Map<number, number>()
  for (const { id } of found.flat()) count.set(id, (count.get(id) ?? 0) + 1)
  const best = found.map((some) => {
    const most = Math.max(0, ...some.map(({ id }) => count.get(id) ?? 0))
    return some.filter(({ id }) => count.get(id) === most)
  })
  // One job for each word first: an answer has room for few, and each post that is named should be among
  // them.
  const rows = new Map<number, OpeningRow>()
  const longest = Math.max(0, ...best.map(({ length }) => length))
  for (let turn = 0; turn < longest; turn++)
    for (const { [turn]: row } of best) if (row) rows.set(row.id, row)
  return { rows: [...rows.values()], all: found.every((some) => some.length > 0) }
}

/**
 * The job of that name that closed last; of one that only its page names, where `whole` says that the
 * question names nothing else.
 */
const closedCalled = async ({ db, now }: Deps, subject: string, whole: boolean) =>
  (await findClosed(db, subject, true, now())) ??
  (whole ? await findClosed(db, subject, false, now()) : undefined)

/** `phrase` is all that the question may have named, as it was typed. */
const answerNone = async (
  deps: Deps,
  named: Named,
  phrase: string,
  language: Language,
  likely: boolean,
): Promise<OpeningsAnswer | undefined> => {
  const { asked: question, place, subject, before } = named
  const say = SAY[language]
  const [aspect] = question.aspects
  const general =
    aspect && aspect !== 'deadline' && (subject || question.type)
      ? await inGeneral(deps, aspect, language)
      : undefined
  const closed = subject && !place ? await closedCalled(deps, subject, subject === phrase) : undefined
  if (closed)
    return {
      answer: answer(
        [
          `${closed.title}: ${say.closed(shortDeadline(closed.expiry_date)).replace(/\.$/, '')}. ${say.seeOthers}`,
          ...(general ? [general.text] : []),
        ].join('\n\n'),
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
  if (nearest.length > 0) return unsure(nearest, listed(nearest, question, '', language, say.unsure))
  const all = await findOpenings(deps.db, ANY, deps.now())
  const none = say.noneFound(await whatWasAsked(deps, named, language), all.length)
  const conditional = place || question.type || question.level || before || question.permanent
  // Nothing fits the place, the kind, the level or the day: without these a post that is named may be open.
  const elsewhere =
    subject && conditional
      ? (
          await coverOf(deps, {
            ...named,
            asked: { ...question, type: undefined, level: undefined, permanent: false },
            place: undefined,
            before: undefined,
          })
        ).rows
      : []
  if (elsewhere.length > 0)
    return unsure(elsewhere, `${none} ${listed(elsewhere, question, '', language, say.openElsewhere)}`)
  return {
    answer: answer(
      [none, ...(general ? [general.text] : [])].join('\n\n'),
      language,
      general ? [general.link] : [],
    ),
    certain: !phrase || (subject === phrase && (place !== undefined || question.post)),
    titled: false,
  }
}

/**
 * The work of each open job whose title a question names, in the words of its page, and where to read more.
 */
export async function worksNamed(
  deps: Deps,
  { words, language }: ParsedQuestion,
): Promise<{ text: string; links: AnswerLink[] } | undefined> {
  const question = openingsQuestionOf(words)
  const subject = await namesOf(deps, question.rest.join(' '))
  if (!question.post || !subject) return undefined
  const named: Named = {
    asked: { ...question, level: undefined },
    place: undefined,
    subject,
    before: undefined,
  }
  const { rows: covering } = await coverOf(deps, named)
  const fitting = await findOpenings(deps.db, { ...ANY, type: question.type, subject }, deps.now())
  const most = fitting[0]?.in_title ?? 0
  // "Presiding officer or deputy": the deputy holds one word more, and both are meant.
  const near = fitting.filter(
    (row) => row.in_title > 1 && row.in_title >= most - 1 && !covering.some(({ id }) => id === row.id),
  )
  const jobTexts = await findJobTexts(deps.db, [...covering, ...near].slice(0, ASSISTANT.factsOfJobs))
  if (jobTexts.length === 0) return undefined
  return {
    text: jobTexts
      .map((jobText) => `• ${jobText.title}. ${SAY[language].quoted(workOf(jobText))}`)
      .join('\n'),
    links: jobTexts.map(linkTo),
  }
}

/**
 * What the open jobs say to a question. Where it is not `likely` about them, only if a job fits: else
 * undefined.
 */
export async function answerFromOpenings(
  deps: Deps,
  { words, language }: ParsedQuestion,
  likely: boolean,
): Promise<OpeningsAnswer | undefined> {
  const { db, now, config } = deps
  const question = openingsQuestionOf(words)
  const place = question.rest.length > 0 ? await findPlace(db, gramsOf(question.rest)) : undefined
  const inPlace = new Set(place?.gram.split(' '))
  const phrase = question.rest
    .filter((word) => !inPlace.has(word) && word !== config.organisation.acronym.toLowerCase())
    .join(' ')
  if (!likely && !phrase && !place) return undefined
  const before = question.soon ? new Date(now().getTime() + ASSISTANT.soonDays * DAY_MS) : undefined
  let named: Named = { asked: question, place, subject: phrase, before }
  let best = await bestOf(deps, named)
  if (best.share < 1 && phrase) {
    const subject = await namesOf(deps, phrase)
    if (!best.first || subject) named = { ...named, subject }
    if (named.subject !== phrase && (likely || question.type || place)) best = await bestOf(deps, named)
  }
  const posts = new Set(named.subject.split(' ').filter(isPost))
  const cover = posts.size > 1 ? await coverOf(deps, named) : undefined
  if (cover?.all) best = { rows: cover.rows, first: cover.rows[0], share: 1 }
  // Words that are none for the database name nothing.
  if (best.first?.wanted === 0) named = { ...named, subject: '' }
  const { rows, share } = best
  // A post that is named must stand in the title: a voter educator is no officer of the department of voter
  // education.
  const first =
    best.first && question.post && named.subject && best.first.in_title === 0 ? undefined : best.first
  if (!first) return answerNone(deps, named, phrase, language, likely)
  const certain = share === 1 && named.subject === phrase && (likely || phrase !== '')
  const titled = certain && first.in_title > 1
  const ofPost = question.aspects.length > 0 && (question.type || (named.subject && first.in_title > 0))
  if (ofPost || (question.facts && named.subject && rows.length === 1))
    return { answer: await answerFacts(deps, rows, question, language), certain, titled }
  const unnamed =
    phrase &&
    !named.subject &&
    !question.type &&
    !place &&
    !question.level &&
    (question.facts || question.post)
  const text = listed(
    rows,
    question,
    await whatWasAsked(deps, named, language),
    language,
    unnamed ? SAY[language].unsure : undefined,
  )
  return {
    answer: answer(text, language, rows.slice(0, ASSISTANT.namedInAnswer).map(linkTo), rows),
    certain,
    titled,
  }
}
