import { wordList } from './lexicon.ts'
import { referenceFromText } from '#contract/job-applications/reference-numbers.ts'
import { type Status, statusFrom, STATUSES } from '#contract/job-applications/words.ts'

/** What is asked about a person's own applications. */
export type OwnQuestion = {
  kind: 'count' | 'drafts' | 'show'
  status: Status | undefined
  reference: string | undefined
  /** What may name the job. */
  rest: string[]
}

const COUNT = /\b(?:how many|number of|total|count|ngapi|mangapi|idadi)\b/
const DRAFTS =
  /\b(?:drafts?|rasimu|not (?:yet )?(?:sent|submitted|finished)|unfinished|unsubmitted|incomplete|havent (?:sent|submitted|finished)|have not (?:sent|submitted|finished)|sijatuma|sijamaliza|started|nimeanza|nilianza|saved)\b/
const TAKEN_AWAY = new Set(wordList('of applications'))

const referenceIn = (text: string) => {
  for (const [found] of text.matchAll(/\b[2-9a-z]{2}[\s–-]?[2-9a-z]{6}[\s–-]?[2-9a-z]\b/gi)) {
    const reference = referenceFromText(found)
    // A word may look like one by chance.
    if (reference && /[\d–-]/.test(found)) return reference
  }
  return undefined
}

const statusIn = (line: string) =>
  STATUSES.find((status) => line.includes(status.toLowerCase())) ??
  (/\baccepted\b/.test(line)
    ? statusFrom('accepted')
    : /shortlist|nimechaguliwa|selected/.test(line)
      ? 'Shortlisted'
      : undefined)

/**
 * What a question asks about the own applications; undefined when `likely` is false and it bears no
 * reference. `text` is as it was typed.
 */
export const ownQuestionOf = (words: string[], text: string, likely: boolean): OwnQuestion | undefined => {
  const line = words.join(' ')
  const reference = referenceIn(text)
  const ownQuestion = {
    status: statusIn(line),
    reference,
    rest: reference ? [] : words.filter((word) => !TAKEN_AWAY.has(word)),
  }
  if (reference) return { kind: 'show', ...ownQuestion }
  if (!likely) return undefined
  return { kind: DRAFTS.test(line) ? 'drafts' : COUNT.test(line) ? 'count' : 'show', ...ownQuestion }
}
