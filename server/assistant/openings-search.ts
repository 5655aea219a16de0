import { ASSISTANT } from '#contract/assistant/limits.ts'
import type { Deps } from '../deps.ts'
import { isPost, type OpeningsQuestion } from './openings-question.ts'
import { SAY } from './sentences.ts'
import {
  findClosed,
  findLevel,
  findOpenings,
  findTypeName,
  findWordsInTitles,
  type OpeningRow,
  type Place,
} from './store.ts'
import type { ParsedQuestion } from './words.ts'

type Language = ParsedQuestion['language']

/**
 * The search for a question, with what the database found in it: the place, and the job names (`subject`, ''
 * when it names none).
 */
export type Search = {
  question: OpeningsQuestion
  place: Place | undefined
  subject: string
  closesBefore: Date | undefined
}

/** The words of the subject that job titles have or that name a post. Other words do not name a job. */
export const jobNamesIn = async ({ db }: Deps, subject: string) => {
  const inTitles = new Set((await findWordsInTitles(db, subject.split(' '))).map(({ word }) => word))
  return subject
    .split(' ')
    .filter((word) => inTitles.has(word) || isPost(word))
    .join(' ')
}

/** So many words of a subject are searched one by one, each with a query. */
const MAX_WORDS = 6
export const NO_CONDITIONS = {
  subject: undefined,
  county: undefined,
  place: undefined,
  type: undefined,
  level: undefined,
  closesBefore: undefined,
  permanent: false,
}

/** Describes the search in words: ` for “clerk” in Kisumu or all over the country`. */
export const describeSearch = async (
  deps: Deps,
  { question, place, subject, closesBefore }: Search,
  language: Language,
) => {
  const say = SAY[language]
  return [
    subject ? say.forSubject((await jobNamesIn(deps, subject)) || subject) : '',
    question.asksPermanent ? say.permanent : '',
    question.type ? say.ofType((await findTypeName(deps.db, question.type))?.name ?? '') : '',
    place ? say.inPlace(place.name) : '',
    question.level ? say.forLevel((await findLevel(deps.db, question.level))?.short_name ?? '') : '',
    closesBefore ? say.closingSoon(ASSISTANT.soonDays) : '',
  ].join('')
}

/** Of a long name, a job may lack some words. In a short one, another word means another job. */
const LONG_NAME_WORDS = 3
const MIN_SHARE = { longName: 0.6, shortName: 1 }

/**
 * The open jobs that fit best. `share` is the part of the subject's words that they have, 0 to 1. `first` is
 * undefined when that part is too small, although `rows` has these jobs.
 */
export const findBest = async ({ db, now }: Deps, { question, place, subject, closesBefore }: Search) => {
  const fitting = await findOpenings(
    db,
    {
      subject: subject || undefined,
      county: place?.county,
      place: place?.county_name,
      type: question.type,
      level: question.level,
      closesBefore,
      permanent: question.asksPermanent,
    },
    now(),
  )
  const rows = fitting.filter(
    (row) => row.matched === fitting[0]?.matched && row.in_title === fitting[0].in_title,
  )
  const [best] = rows
  if (!best) return { rows, first: undefined, share: 0 }
  const share = best.wanted === 0 ? 1 : best.matched / best.wanted
  const minShare = best.wanted >= LONG_NAME_WORDS ? MIN_SHARE.longName : MIN_SHARE.shortName
  return { rows, first: share >= minShare ? best : undefined, share }
}

/**
 * Searches each word of the subject by itself. Of the open jobs with the word in their title, it takes those
 * with most words of the subject. `hasEveryWord` when each word has at least one job.
 */
export const findPerWord = async ({ db, now }: Deps, { question, place, subject, closesBefore }: Search) => {
  const words = [...new Set(subject.split(' '))].slice(0, MAX_WORDS)
  const conditions = {
    county: place?.county,
    place: place?.county_name,
    type: question.type,
    level: question.level,
    closesBefore,
    permanent: question.asksPermanent,
  }
  const openingsByWord = await Promise.all(
    words.map(async (word) =>
      (await findOpenings(db, { ...conditions, subject: word }, now())).filter((row) => row.in_title > 0),
    ),
  )
  const wordCountOfJob = new Map<number, number>()
  for (const { id } of openingsByWord.flat()) wordCountOfJob.set(id, (wordCountOfJob.get(id) ?? 0) + 1)
  const bestByWord = openingsByWord.map((openings) => {
    const highest = Math.max(0, ...openings.map(({ id }) => wordCountOfJob.get(id) ?? 0))
    return openings.filter(({ id }) => wordCountOfJob.get(id) === highest)
  })
  // First one job for each word: an answer names few jobs, and each named post should be among them.
  const rows = new Map<number, OpeningRow>()
  const longest = Math.max(0, ...bestByWord.map(({ length }) => length))
  for (let round = 0; round < longest; round++) {
    for (const openings of bestByWord) {
      const row = openings[round]
      if (row) rows.set(row.id, row)
    }
  }
  return { rows: [...rows.values()], hasEveryWord: openingsByWord.every((openings) => openings.length > 0) }
}

/**
 * The job with this name that closed last. The name may be outside its title only when the question
 * `namesNothingElse`.
 */
export const findClosedCalled = async ({ db, now }: Deps, subject: string, namesNothingElse: boolean) =>
  (await findClosed(db, { subject, inTitleOnly: true, now: now() })) ??
  (namesNothingElse ? await findClosed(db, { subject, inTitleOnly: false, now: now() }) : undefined)

/** Jobs with the named post, whatever their place, type, level or deadline. Empty when no post is named. */
export const findElsewhere = async (deps: Deps, search: Search): Promise<OpeningRow[]> => {
  const { question, place, subject, closesBefore } = search
  const hasConditions = place || question.type || question.level || closesBefore || question.asksPermanent
  if (!subject || !hasConditions) return []
  const unconditional = { ...question, type: undefined, level: undefined, asksPermanent: false }
  const openingsByWord = await findPerWord(deps, {
    ...search,
    question: unconditional,
    place: undefined,
    closesBefore: undefined,
  })
  return openingsByWord.rows
}
