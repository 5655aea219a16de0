import type { Spoken } from '#contract/assistant/endpoints.ts'
import type { Db } from '../database/connect.ts'
import { guessSubjects, likelihood, LIKELY } from './help-model.ts'
import { gramsOf, openingsQuestionOf } from './openings-question.ts'
import { ownQuestionOf } from './own-question.ts'
import { findPlace } from './store.ts'
import { wordsOf } from './words.ts'

/** A question that begins so goes on from the one before. */
const GOES_ON = /^(?:and|or|but|then|also|what about|how about|na(?= je|$)|na|vipi kuhusu|je kuhusu|kuhusu) /
/** And one that asks such a thing of something it does not name. */
const OF_IT = /\b(?:it|that one|this one|its|hiyo|they|those)\b/
const ASKED_OF_IT =
  /\b(?:deadline|close|closes|closing|pay|salary|qualifications?|requirements?|posts|status|inafungwa|mwisho|mshahara)\b/
/** Longer ones say themselves what they are about. */
const LONGEST = 9

const withoutAll = (words: string[], gram: string | undefined) => {
  const gone = new Set(gram?.split(' '))
  return words.filter((word) => !gone.has(word))
}

export type FollowUp = { words: string[]; about: 'openings' | 'own' | 'help' }

/**
 * The words of a question that goes on from the one before, made whole; undefined of one that stands by
 * itself.
 */
export async function followUp(db: Db, words: string[], history: Spoken[]): Promise<FollowUp | undefined> {
  const line = words.join(' ')
  const goesOn = GOES_ON.test(line)
  if (words.length > LONGEST || !(goesOn || (OF_IT.test(line) && ASKED_OF_IT.test(line)))) return undefined
  const text = history.findLast(({ who }) => who === 'you')?.text
  const before = wordsOf(text ?? '')
  if (!text || before.length === 0) return undefined
  const guesses = await guessSubjects(before)
  if (likelihood(guesses, 'talk') + likelihood(guesses, 'refused') + likelihood(guesses, 'strange') >= LIKELY)
    return undefined
  const spokenWords = (goesOn ? line.replace(GOES_ON, '') : line.replace(OF_IT, ''))
    .split(' ')
    .filter(Boolean)
  if (ownQuestionOf(before, text, likelihood(guesses, 'own') >= LIKELY))
    return { words: [...before, ...spokenWords], about: 'own' }
  if (likelihood(guesses, 'openings') < LIKELY) return { words: [...before, ...spokenWords], about: 'help' }
  const earlierQuestion = openingsQuestionOf(before)
  const elsewhere = await findPlace(db, gramsOf(spokenWords))
  if (!elsewhere) return { words: [...earlierQuestion.rest, ...spokenWords], about: 'openings' }
  const place = await findPlace(db, gramsOf(earlierQuestion.rest))
  return { words: [...withoutAll(before, place?.gram), ...spokenWords], about: 'openings' }
}
