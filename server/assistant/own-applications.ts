import { ASSISTANT } from '#contract/assistant/limits.ts'
import { isExpired } from '#contract/dates.ts'
import { APPLICATION } from '#contract/job-applications/limits.ts'
import type { Db } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { isJobClosed } from '../job-applications/arrival.ts'
import type { Answer, Question } from './answer.ts'
import { type OwnQuestion, ownQuestionOf } from './own-question.ts'
import { linkInLanguage, SAY } from './sentences.ts'
import { countOwn, findWordsInTitles, findOwn, type OwnRow } from './store.ts'
import { suggestionsAfter } from './suggestions.ts'
import { firstWordsIn, type ParsedQuestion } from './words.ts'

type Language = ParsedQuestion['language']

const MAX_NAMED = ASSISTANT.namedInAnswer
const LIST_URL = '/dashboard/applications'

const aboutDeadline = (row: OwnRow, now: Date, language: Language) => {
  const say = SAY[language]
  const { expiry_date } = row
  // The deadline of a job that closed early says nothing any more.
  if (isJobClosed(row, now) && !isExpired(expiry_date, now)) return say.hasClosed
  if (!expiry_date) return say.hasNoDeadline
  // The time may already end with a full stop, as in "5:00 p.m.", and the sentence has its own.
  const deadline = say.moment(expiry_date).replace(/\.$/, '')
  return isExpired(expiry_date, now) ? say.closed(deadline) : say.closes(deadline)
}

const applicationLine = (row: OwnRow, now: Date, language: Language) => {
  const say = SAY[language]
  return row.is_completed && row.submitted_at
    ? say.oneOfYours(row.title, row.status, row.reference_number ?? '', say.day(row.submitted_at))
    : say.oneDraft(row.title, aboutDeadline(row, now, language))
}

const applicationLink = (row: OwnRow, now: Date) => ({
  title: row.title,
  url: row.is_completed || isJobClosed(row, now) ? `${LIST_URL}/${row.id}` : `/apply?job=${row.job_id}`,
})

/**
 * The person's applications whose job title has the most of these words. Empty if no title has more than half
 * of them.
 */
const titledLike = (rows: OwnRow[], titleWords: string[]) => {
  const isSameWord = (left: string, right: string) =>
    left === right || left === `${right}s` || `${left}s` === right
  const matches = rows.map((row) => {
    const wordsOfRow = firstWordsIn(row.title)
    const found = titleWords.filter((titleWord) => wordsOfRow.some((word) => isSameWord(word, titleWord)))
    return { row, count: found.length }
  })
  const highest = Math.max(0, ...matches.map(({ count }) => count))
  const isMoreThanHalf = highest * 2 > titleWords.length
  return isMoreThanHalf ? matches.filter(({ count }) => count === highest).map(({ row }) => row) : []
}

const selectApplications = (rows: OwnRow[], { reference, remainingWords: titleWords, kind }: OwnQuestion) => {
  if (reference) return rows.filter((row) => row.reference_number === reference)
  const matching = rows.filter((row) => kind !== 'drafts' || !row.is_completed)
  return titleWords.length > 0 ? titledLike(matching, titleWords) : matching
}

const applicationsAnswer = (text: string, links: Answer['links'], language: Language): Answer => ({
  source: 'applications',
  text,
  language,
  links,
  suggestions: suggestionsAfter('applications', language),
  passages: [],
})

const askToLogIn = (language: Language): Answer => ({
  ...applicationsAnswer(
    SAY[language].logIn,
    [
      linkInLanguage(language, 'logInHere', '/login'),
      linkInLanguage(language, 'aboutStatus', '/resources/status'),
    ],
    language,
  ),
  source: 'help',
})

const countText = async (
  db: Db,
  userId: number,
  status: OwnQuestion['status'],
  language: Language,
): Promise<string> => {
  const counts = await countOwn(db, userId)
  const countOf = (wanted: string) => counts.find((entry) => entry.status === wanted)?.count ?? 0
  if (status) return SAY[language].sentWith(countOf(status), status)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const drafts = countOf('Draft')
  return SAY[language].sent(total - drafts, drafts)
}

const nothingFound = ({ reference, remainingWords, kind }: OwnQuestion, language: Language): string => {
  const say = SAY[language]
  if (reference || remainingWords.length > 0) return say.noneOfYours
  return kind === 'drafts' ? say.noDrafts : say.nothingYet
}

const headingOf = (
  { kind, status }: OwnQuestion,
  hasStatus: boolean,
  count: number,
  language: Language,
): string[] => {
  const say = SAY[language]
  if (!hasStatus && status) return [say.sentWith(0, status)]
  if (count === 1) return []
  return [kind === 'drafts' ? say.yourDrafts : say.yours]
}

/** Lists those of the person's applications that the question means. */
const answerList = (rows: OwnRow[], question: OwnQuestion, now: Date, language: Language): Answer => {
  const { kind, status, remainingWords } = question
  const listLink = linkInLanguage(language, 'allYours', LIST_URL)
  const selectedRows = selectApplications(rows, question)
  const filtersByStatus = kind === 'show' && remainingWords.length === 0 && status
  // When no application has the status in question, the answer says so and lists all applications.
  const filteredRows = filtersByStatus ? selectedRows.filter((row) => row.status === status) : selectedRows
  const matching = filteredRows.length > 0 ? filteredRows : selectedRows
  if (matching.length === 0) return applicationsAnswer(nothingFound(question, language), [listLink], language)
  const isSingle = matching.length === 1
  const shown = matching.slice(0, MAX_NAMED)
  const lines = shown.map((row) => `${isSingle ? '' : '• '}${applicationLine(row, now, language)}`)
  const moreLine = matching.length > MAX_NAMED ? [SAY[language].moreYours(matching.length - MAX_NAMED)] : []
  const heading = headingOf(question, filteredRows.length > 0, matching.length, language)
  const links = shown.map((row) => applicationLink(row, now))
  return applicationsAnswer(
    [...heading, [...lines, ...moreLine].join('\n')].join('\n\n'),
    isSingle ? [...links, listLink] : [listLink, ...links],
    language,
  )
}

/**
 * Answers a question about the person's own applications. Undefined when it is not about them. It never reads
 * another person's applications (T10).
 */
export async function answerFromOwn(
  { db, now }: Deps,
  { words, language }: ParsedQuestion,
  question: Question,
  isLikely: boolean,
): Promise<Answer | undefined> {
  const ownQuestion = ownQuestionOf(words, question.text, isLikely)
  if (!ownQuestion) return undefined
  if (question.userId === undefined) return askToLogIn(language)
  // A word that occurs in no job title does not name a job.
  const titleWords = await findWordsInTitles(db, ownQuestion.remainingWords)
  const narrowed = { ...ownQuestion, remainingWords: titleWords.map(({ word }) => word) }
  if (narrowed.kind === 'count') {
    const text = await countText(db, question.userId, narrowed.status, language)
    return applicationsAnswer(text, [linkInLanguage(language, 'allYours', LIST_URL)], language)
  }
  const rows = await findOwn(db, question.userId, APPLICATION.maxListed)
  return answerList(rows, narrowed, now(), language)
}
