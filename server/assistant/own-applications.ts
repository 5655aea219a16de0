import { plainDate, shortDeadline } from '#contract/dates.ts'
import { ASSISTANT } from '#contract/assistant/limits.ts'
import { APPLICATION } from '#contract/job-applications/limits.ts'
import type { Deps } from '../deps.ts'
import type { Answer, Question } from './answer.ts'
import { type OwnQuestion, ownQuestionOf } from './own-question.ts'
import { linkSaid, SAY } from './sentences.ts'
import { countOwn, findInTitles, findOwn, type OwnRow } from './store.ts'
import { suggestionsAfter } from './suggestions.ts'
import { type ParsedQuestion, wordsOf } from './words.ts'

const NAMED = ASSISTANT.namedInAnswer
const LIST = '/dashboard/applications'

const aboutDeadline = ({ expiry_date }: OwnRow, now: Date, language: ParsedQuestion['language']) => {
  const say = SAY[language]
  if (!expiry_date) return say.noDeadline
  return (expiry_date < now ? say.closed : say.closes)(shortDeadline(expiry_date))
}

const line = (row: OwnRow, now: Date, language: ParsedQuestion['language']) =>
  row.is_completed && row.submitted_at
    ? SAY[language].oneOfYours(row.title, row.status, row.reference_number ?? '', plainDate(row.submitted_at))
    : SAY[language].oneDraft(row.title, aboutDeadline(row, now, language))

const linkTo = (row: OwnRow) => ({
  title: row.title,
  url: row.is_completed ? `${LIST}/${row.id}` : `/apply?job=${row.job_id}`,
})

/** Those whose title has most of the words, and more than half of them. */
const named = (rows: OwnRow[], rest: string[]) => {
  const hits = rows.map((row) => {
    const title = wordsOf(row.title)
    return {
      row,
      hits: rest.filter((entry) =>
        title.some((word) => word === entry || word === `${entry}s` || `${word}s` === entry),
      ).length,
    }
  })
  const most = Math.max(0, ...hits.map((hit) => hit.hits))
  return most * 2 > rest.length ? hits.filter((hit) => hit.hits === most).map((hit) => hit.row) : []
}

const chosen = (rows: OwnRow[], { reference, rest, kind }: OwnQuestion) => {
  if (reference) return rows.filter((row) => row.reference_number === reference)
  const fitting = rows.filter((row) => kind !== 'drafts' || !row.is_completed)
  return rest.length > 0 ? named(fitting, rest) : fitting
}

/**
 * What a person's own applications say to a question; undefined when it is not about them. Nobody else's are
 * ever looked at (T10).
 */
export async function answerFromOwn(
  { db, now }: Deps,
  { words, language }: ParsedQuestion,
  question: Question,
  likely: boolean,
): Promise<Answer | undefined> {
  const ownQuestion = ownQuestionOf(words, question.text, likely)
  if (!ownQuestion) return undefined
  // What stands in no title names no job.
  const narrowed = {
    ...ownQuestion,
    rest: (await findInTitles(db, ownQuestion.rest)).map(({ word }) => word),
  }
  const say = SAY[language]
  const answer = (text: string, links: Answer['links']): Answer => ({
    source: 'applications',
    text,
    language,
    links,
    suggestions: suggestionsAfter('applications', language),
    passages: [],
  })
  if (question.userId === undefined) {
    return {
      ...answer(say.logIn, [
        linkSaid(language, 'logInHere', '/login'),
        linkSaid(language, 'aboutStatus', '/resources/status'),
      ]),
      source: 'help',
    }
  }
  const all = linkSaid(language, 'allYours', LIST)
  if (narrowed.kind === 'count') {
    const counts = await countOwn(db, question.userId)
    const drafts = counts.find(({ status }) => status === 'Draft')?.count ?? 0
    const sent = counts.reduce((sum, { count }) => sum + count, 0) - drafts
    if (narrowed.status)
      return answer(
        say.sentWith(counts.find(({ status }) => status === narrowed.status)?.count ?? 0, narrowed.status),
        [all],
      )
    return answer(say.sent(sent, drafts), [all])
  }
  const rows = await findOwn(db, question.userId, APPLICATION.maxListed)
  const found = chosen(rows, narrowed)
  const ofStatus =
    narrowed.kind === 'show' && narrowed.rest.length === 0 && narrowed.status
      ? found.filter(({ status }) => status === narrowed.status)
      : found
  const fitting = ofStatus.length > 0 ? ofStatus : found
  if (fitting.length === 0) {
    const nothing =
      narrowed.reference || narrowed.rest.length > 0
        ? say.noneOfYours
        : narrowed.kind === 'drafts'
          ? say.noDrafts
          : say.nothingYet
    return answer(nothing, [all])
  }
  const shown = fitting.slice(0, NAMED)
  const lines = shown
    .map((row) => `${fitting.length > 1 ? '• ' : ''}${line(row, now(), language)}`)
    .join('\n')
  const head =
    ofStatus.length === 0 && narrowed.status
      ? [say.sentWith(0, narrowed.status)]
      : fitting.length === 1
        ? []
        : [narrowed.kind === 'drafts' ? say.yourDrafts : say.yours]
  const more = fitting.length > NAMED ? [say.moreYours(fitting.length - NAMED)] : []
  return answer(
    [...head, [lines, ...more].join('\n')].join('\n\n'),
    fitting.length === 1 ? [...shown.map(linkTo), all] : [all, ...shown.map(linkTo)],
  )
}
