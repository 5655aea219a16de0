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
 * A search for open jobs, with what the database found in the question. `place` is a place in it. `subject`
 * has its names of jobs, or is '' without any.
 */
export type Search = {
  question: OpeningsQuestion
  place: Place | undefined
  subject: string
  closesBefore: Date | undefined
}

/** Those words of the subject that occur in job titles or name a post. Other words do not name a job. */
export const jobNamesIn = async ({ db }: Deps, subject: string) => {
  // An empty word is no valid term of a search.
  const words = subject.split(' ').filter(Boolean)
  const inTitles = new Set((await findWordsInTitles(db, words)).map(({ word }) => word))
  return words.filter((word) => inTitles.has(word) || isPost(word)).join(' ')
}

/** How many words of a subject are searched one by one. Each word needs a query. */
const MAX_WORDS = 6
/** A filter that every open job fits. */
export const NO_CONDITIONS = {
  subject: undefined,
  county: undefined,
  place: undefined,
  type: undefined,
  level: undefined,
  closesBefore: undefined,
  permanent: false,
}

/** Describes the search in the words of an answer: ` for “clerk” in Kisumu or all over the country`. */
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

/** A job may lack some words of a long name. In a short name, a different word means a different job. */
const LONG_NAME_WORDS = 3
const MIN_SHARE = { longName: 0.6, shortName: 1 }

/**
 * The open jobs that fit the search best. `share` says how much of the subject's words these jobs have, from
 * 0 to 1. `first` is the first job, or undefined when that share is too small.
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
 * Searches for each word of the subject alone, in the titles of open jobs. For each word, returns the jobs
 * with most words of the subject. `hasEveryWord`: each word has at least one job.
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
  // List one job for each word first: an answer names few jobs, and each named post should be among them.
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
 * Of the closed jobs with this name, the one that closed last. When the question `namesNothingElse`, the name
 * may be outside its title.
 */
export const findClosedCalled = async ({ db, now }: Deps, subject: string, namesNothingElse: boolean) =>
  (await findClosed(db, { subject, inTitleOnly: true, now: now() })) ??
  (namesNothingElse ? await findClosed(db, { subject, inTitleOnly: false, now: now() }) : undefined)

/** Open jobs with the named post, of any place, type, level or deadline. Empty if no post is named. */
export const findElsewhere = async (deps: Deps, search: Search): Promise<OpeningRow[]> => {
  const { question, place, subject, closesBefore } = search
  const hasConditions = place || question.type || question.level || closesBefore || question.asksPermanent
  if (!subject || !hasConditions) return []
  const unconditional = { ...question, type: undefined, level: undefined, asksPermanent: false }
  const { rows } = await findPerWord(deps, {
    ...search,
    question: unconditional,
    place: undefined,
    closesBefore: undefined,
  })
  return rows
}
