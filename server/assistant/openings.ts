import type { AnswerLink } from '#contract/assistant/endpoints.ts'
import { ASSISTANT } from '#contract/assistant/limits.ts'
import type { Deps } from '../deps.ts'
import type { Answer } from './answer.ts'
import { workDescription } from './job-facts.ts'
import { wordGroupsOf, isPost, openingsQuestionOf } from './openings-question.ts'
import {
  describeSearch,
  findBest,
  findClosedCalled,
  findElsewhere,
  findPerWord,
  jobNamesIn,
  NO_CONDITIONS,
  type Search,
} from './openings-search.ts'
import {
  openingsAnswer,
  answerFacts,
  answerInGeneral,
  jobLink,
  listJobs,
  openHeading,
} from './openings-text.ts'
import { SAY } from './sentences.ts'
import { findJobTexts, findOpenings, findPlace, type OpeningRow } from './store.ts'
import type { ParsedQuestion } from './words.ts'

/**
 * An answer from the open jobs. `isCertain`: every word of the question was understood as one about openings.
 * Otherwise the help may have a better answer. `isTitleMatch`: in addition, the title of the best job has at
 * least two of the words.
 */
type OpeningsAnswer = { answer: Answer; isCertain: boolean; isTitleMatch: boolean }

type Language = ParsedQuestion['language']
const DAY_MS = 86_400_000
type GeneralAnswer = Awaited<ReturnType<typeof answerInGeneral>>

/** Adds to a text about jobs what the help says about the subject in general. */
const withGeneral = (
  text: string,
  links: AnswerLink[],
  generalAnswer: GeneralAnswer,
  language: Language,
): Answer =>
  openingsAnswer([text, ...(generalAnswer ? [generalAnswer.text] : [])].join('\n\n'), language, [
    ...links,
    ...(generalAnswer ? [generalAnswer.link] : []),
  ])

/**
 * Whether some words of the question were not used in the search. Then the list may not be what the person
 * meant.
 */
const isUnclear = ({ question, place, subject }: Search, phrase: string) =>
  phrase !== '' &&
  !subject &&
  !question.type &&
  !place &&
  !question.level &&
  (question.asksFacts || question.namesPost)

/** An answer whose jobs are only similar to what the question names. */
const uncertainAnswer = (rows: OpeningRow[], text: string, language: Language): OpeningsAnswer => ({
  answer: openingsAnswer(text, language, rows.slice(0, ASSISTANT.namedInAnswer).map(jobLink), rows),
  isCertain: false,
  isTitleMatch: false,
})

/**
 * Answers when no open job fits. It names a closed job of that name or similar open jobs, or says that there
 * is none. `phrase` is all that the question may have named, as it was typed. Undefined when the question is
 * probably not about openings.
 */
const answerWhenNoneOpen = async (
  deps: Deps,
  search: Search,
  phrase: string,
  language: Language,
  isLikely: boolean,
): Promise<OpeningsAnswer | undefined> => {
  const { question, place, subject } = search
  const say = SAY[language]
  const [aspect] = question.aspects
  // A deadline belongs to one job, so the help says nothing about it in general.
  const generalAnswer =
    aspect && aspect !== 'deadline' && (subject || question.type)
      ? await answerInGeneral(deps, aspect, language)
      : undefined
  const closedJob = subject && !place ? await findClosedCalled(deps, subject, subject === phrase) : undefined
  if (closedJob) {
    // The time may already end with a full stop, as in "5:00 p.m."
    const closedOn = say.closed(say.moment(closedJob.expiry_date)).replace(/\.$/, '')
    const text = `${closedJob.title}: ${closedOn}. ${say.seeOthers}`
    return {
      answer: withGeneral(text, [jobLink(closedJob)], generalAnswer, language),
      isCertain: true,
      isTitleMatch: false,
    }
  }
  if (!isLikely) return undefined
  const similarJobs = subject ? (await findPerWord(deps, search)).rows : []
  if (similarJobs.length > 0)
    return uncertainAnswer(similarJobs, listJobs(similarJobs, question, language, say.unsure), language)
  const allOpen = await findOpenings(deps.db, NO_CONDITIONS, deps.now())
  const noneSentence = say.noneFound(await describeSearch(deps, search, language), allOpen.length)
  const jobsElsewhere = await findElsewhere(deps, search)
  if (jobsElsewhere.length > 0) {
    const list = listJobs(jobsElsewhere, question, language, say.openElsewhere)
    return uncertainAnswer(jobsElsewhere, `${noneSentence} ${list}`, language)
  }
  const isFullyUnderstood = subject === phrase && (place !== undefined || question.namesPost)
  return {
    answer: withGeneral(noneSentence, [], generalAnswer, language),
    isCertain: !phrase || isFullyUnderstood,
    isTitleMatch: false,
  }
}

/** Describes the work of each open job whose title a question names, with links to the job pages. */
export async function describeWork(
  deps: Deps,
  { words, language }: ParsedQuestion,
): Promise<{ text: string; links: AnswerLink[] } | undefined> {
  const question = openingsQuestionOf(words)
  const subject = await jobNamesIn(deps, question.remainingWords.join(' '))
  if (!question.namesPost || !subject) return undefined
  const search: Search = {
    question: { ...question, level: undefined },
    place: undefined,
    subject,
    closesBefore: undefined,
  }
  const { rows: titledJobs } = await findPerWord(deps, search)
  const matches = await findOpenings(deps.db, { ...NO_CONDITIONS, type: question.type, subject }, deps.now())
  const inBestTitle = matches[0]?.in_title ?? 0
  // A title with one matching word less counts too: "presiding officer or deputy" means both posts.
  const similar = matches.filter(
    (row) =>
      row.in_title > 1 && row.in_title >= inBestTitle - 1 && !titledJobs.some(({ id }) => id === row.id),
  )
  const jobTexts = await findJobTexts(deps.db, [...titledJobs, ...similar].slice(0, ASSISTANT.factsOfJobs))
  if (jobTexts.length === 0) return undefined
  return {
    text: jobTexts
      .map((jobText) => `• ${jobText.title}. ${SAY[language].quoted(workDescription(jobText))}`)
      .join('\n'),
    links: jobTexts.map(jobLink),
  }
}

/**
 * Answers a question from the open jobs. If it is probably not about them (`isLikely` is false), the answer
 * is undefined unless a job fits.
 */
export async function answerFromOpenings(
  deps: Deps,
  { words, language }: ParsedQuestion,
  isLikely: boolean,
): Promise<OpeningsAnswer | undefined> {
  const { db, now, config } = deps
  const question = openingsQuestionOf(words)
  const place =
    question.remainingWords.length > 0
      ? await findPlace(db, wordGroupsOf(question.remainingWords))
      : undefined
  const placeWords = new Set(place?.word_group.split(' '))
  const phrase = question.remainingWords
    .filter((word) => !placeWords.has(word) && word !== config.organisation.acronym.toLowerCase())
    .join(' ')
  if (!isLikely && !phrase && !place) return undefined
  const closesBefore = question.asksSoon ? new Date(now().getTime() + ASSISTANT.soonDays * DAY_MS) : undefined
  let search: Search = { question, place, subject: phrase, closesBefore }
  let best = await findBest(deps, search)
  // No job has all words of the question. Search again with only the words that are names of jobs. This needs
  // another sign that the question is about jobs.
  if (best.share < 1 && phrase) {
    const subject = await jobNamesIn(deps, phrase)
    if (!best.first || subject) search = { ...search, subject }
    if (search.subject !== phrase && (isLikely || question.type || place)) best = await findBest(deps, search)
  }
  // A question that names several posts gets jobs for each of them.
  const posts = new Set(search.subject.split(' ').filter(isPost))
  const perWord = posts.size > 1 ? await findPerWord(deps, search) : undefined
  if (perWord?.hasEveryWord) best = { rows: perWord.rows, first: perWord.rows[0], share: 1 }
  // When the database ignores all words of the subject, they name no job.
  if (best.first?.wanted === 0) search = { ...search, subject: '' }
  const { rows, share } = best
  // A named post must be in the title: a voter educator is no officer of the voter education department.
  const isOtherPost = question.namesPost && search.subject && best.first?.in_title === 0
  const firstJob = isOtherPost ? undefined : best.first
  if (!firstJob) return answerWhenNoneOpen(deps, search, phrase, language, isLikely)
  const isCertain = share === 1 && search.subject === phrase && (isLikely || phrase !== '')
  const isTitleMatch = isCertain && firstJob.in_title > 1
  const asksAboutKind =
    question.aspects.length > 0 && (question.type || (search.subject && firstJob.in_title > 0))
  if (asksAboutKind || (question.asksFacts && search.subject && rows.length === 1))
    return { answer: await answerFacts(deps, rows, question, language), isCertain, isTitleMatch }
  const heading = isUnclear(search, phrase)
    ? SAY[language].unsure
    : openHeading(rows, await describeSearch(deps, search, language), language)
  const text = listJobs(rows, question, language, heading)
  return {
    answer: openingsAnswer(text, language, rows.slice(0, ASSISTANT.namedInAnswer).map(jobLink), rows),
    isCertain,
    isTitleMatch,
  }
}
