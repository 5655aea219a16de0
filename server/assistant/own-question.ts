import { wordList } from './lexicon.ts'
import { referenceFromText } from '#contract/job-applications/reference-numbers.ts'
import { type OwnStatus, statusFrom, STATUSES } from '#contract/job-applications/words.ts'

/** What a question asks about the person's own applications. */
export type OwnQuestion = {
  kind: 'count' | 'drafts' | 'show'
  /** Undefined when the question names none. */
  status: OwnStatus | undefined
  /** A reference number in the question; undefined without one. */
  reference: string | undefined
  /** The words that may name the job. */
  remainingWords: string[]
}

const COUNT = /\b(?:how many|number of|total|count|ngapi|mangapi|idadi)\b/
const DRAFTS =
  /\b(?:drafts?|rasimu|not (?:yet )?(?:sent|submitted|finished)|unfinished|unsubmitted|incomplete|havent (?:sent|submitted|finished)|have not (?:sent|submitted|finished)|sijatuma|sijamaliza|started|nimeanza|nilianza|saved)\b/
const IGNORED_WORDS = new Set(wordList('of applications'))

/** The reference number in a text, such as K7-MPQR23-4, also with spaces or without dashes. */
const referenceIn = (text: string) => {
  for (const [candidate] of text.matchAll(/\b[2-9a-z]{2}[\s–-]?[2-9a-z]{6}[\s–-]?[2-9a-z]\b/gi)) {
    const reference = referenceFromText(candidate)
    // A word can look like a reference number by chance, but not with a digit or a dash in it.
    if (reference && /[\d–-]/.test(candidate)) return reference
  }
  return undefined
}

const statusIn = (question: string): OwnStatus | undefined => {
  const namedStatus = STATUSES.find((status) => question.includes(status.toLowerCase()))
  if (namedStatus) return namedStatus
  if (/\baccepted\b/.test(question)) return statusFrom('accepted')
  return /shortlist|nimechaguliwa|selected/.test(question) ? 'Shortlisted' : undefined
}

/**
 * What a question asks about the person's own applications. `isLikely` comes from the classifier. Undefined
 * when it is false and `text`, the question as typed, has no reference number.
 */
export const ownQuestionOf = (words: string[], text: string, isLikely: boolean): OwnQuestion | undefined => {
  const question = words.join(' ')
  const reference = referenceIn(text)
  const ownQuestion = {
    status: statusIn(question),
    reference,
    remainingWords: reference ? [] : words.filter((word) => !IGNORED_WORDS.has(word)),
  }
  if (reference) return { kind: 'show', ...ownQuestion }
  if (!isLikely) return undefined
  if (DRAFTS.test(question)) return { kind: 'drafts', ...ownQuestion }
  return { kind: COUNT.test(question) ? 'count' : 'show', ...ownQuestion }
}
