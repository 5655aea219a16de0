import type { Spoken } from '#contract/assistant/endpoints.ts'
import type { Db } from '../database/connect.ts'
import { guessSubjects, likelihood, MIN_LIKELY } from './help-model.ts'
import { wordGroupsOf, openingsQuestionOf } from './openings-question.ts'
import { ownQuestionOf } from './own-question.ts'
import { findPlace } from './store.ts'
import { firstWordsIn } from './words.ts'

/** A question that starts with one of these words continues the question before it. */
const CONTINUES =
  /^(?:and|or|but|then|also|what about|how about|na(?= je|$)|na|vipi kuhusu|je kuhusu|kuhusu) /
/** Such a word refers to the question before it, if the new question also asks for a fact (the deadline). */
const REFERS_BACK = /\b(?:it|that one|this one|its|hiyo|they|those)\b/
const ASKED_FACT =
  /\b(?:deadline|close|closes|closing|pay|salary|qualifications?|requirements?|posts|status|inafungwa|mwisho|mshahara)\b/
/** A question with more words than this names its own subject, so it does not continue another. */
const MAX_WORDS = 9

const withoutGroup = (words: string[], group: string | undefined) => {
  const removedWords = new Set(group?.split(' '))
  return words.filter((word) => !removedWords.has(word))
}

/** A question that was completed with words of the one before it, and its subject. */
export type FollowUp = { words: string[]; about: 'openings' | 'own' | 'help' }

/**
 * Completes a question that continues the question before it, with words of that earlier question. Undefined
 * for a question that is complete by itself.
 */
export async function followUp(db: Db, words: string[], history: Spoken[]): Promise<FollowUp | undefined> {
  const question = words.join(' ')
  const isContinuation = CONTINUES.test(question)
  const asksFactOfEarlier = REFERS_BACK.test(question) && ASKED_FACT.test(question)
  if (words.length > MAX_WORDS || !(isContinuation || asksFactOfEarlier)) return undefined
  const earlierText = history.findLast(({ who }) => who === 'you')?.text
  const earlierWords = firstWordsIn(earlierText ?? '')
  if (!earlierText || earlierWords.length === 0) return undefined
  const guesses = await guessSubjects(earlierWords)
  // An earlier question has no subject if it was a greeting, was refused, or is not about the portal.
  const noSubjectProbability =
    likelihood(guesses, 'talk') + likelihood(guesses, 'refused') + likelihood(guesses, 'strange')
  if (noSubjectProbability >= MIN_LIKELY) return undefined
  const newWords = question
    .replace(isContinuation ? CONTINUES : REFERS_BACK, '')
    .split(' ')
    .filter(Boolean)
  if (ownQuestionOf(earlierWords, earlierText, likelihood(guesses, 'own') >= MIN_LIKELY))
    return { words: [...earlierWords, ...newWords], about: 'own' }
  if (likelihood(guesses, 'openings') < MIN_LIKELY)
    return { words: [...earlierWords, ...newWords], about: 'help' }
  const earlierQuestion = openingsQuestionOf(earlierWords)
  // "And in Kisumu?" asks the earlier question again, with the new place instead of the earlier one.
  const newPlace = await findPlace(db, wordGroupsOf(newWords))
  // "And the pay?" asks about the same jobs. Of the earlier question, only the names of jobs stay.
  if (!newPlace) return { words: [...earlierQuestion.remainingWords, ...newWords], about: 'openings' }
  const earlierPlace = await findPlace(db, wordGroupsOf(earlierQuestion.remainingWords))
  return { words: [...withoutGroup(earlierWords, earlierPlace?.word_group), ...newWords], about: 'openings' }
}
