import { wordList } from './lexicon.ts'
import { referenceFromText } from '#contract/job-applications/reference-numbers.ts'
import { type OwnStatus, statusFrom, STATUSES } from '#contract/job-applications/words.ts'

/** What a question asks about the applications of the person who asks. */
export type OwnQuestion = {
  kind: 'count' | 'drafts' | 'show'
  /** The status of applications that the question names; undefined when it names none. */
  status: OwnStatus | undefined
  /** The reference number in the question; undefined without one. */
  reference: string | undefined
  /** The words of the question that may name the job. */
  remainingWords: string[]
}

/** Words that ask how many applications there are. */
const COUNT = /\b(?:how many|number of|total|count|ngapi|mangapi|idadi)\b/
/** Words that ask for the applications that are not sent yet. */
const DRAFTS =
  /\b(?:drafts?|rasimu|not (?:yet )?(?:sent|submitted|finished)|unfinished|unsubmitted|incomplete|havent (?:sent|submitted|finished)|have not (?:sent|submitted|finished)|sijatuma|sijamaliza|started|nimeanza|nilianza|saved)\b/
const IGNORED_WORDS = new Set(wordList('of applications'))

/** Finds a reference number in a text, such as K7-MPQR23-4. It may have spaces, or lack its dashes. */
const referenceIn = (text: string) => {
  for (const [candidate] of text.matchAll(/\b[2-9a-z]{2}[\s–-]?[2-9a-z]{6}[\s–-]?[2-9a-z]\b/gi)) {
    const reference = referenceFromText(candidate)
    // An ordinary word can pass as a reference number by chance, so a digit or a dash is required too.
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
 * Reads what a question asks about the person's own applications. `text` is the question as typed. `isLikely`
 * says whether the classifier expects such a question. Undefined when it does not and `text` has no reference
 * number.
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
