import { ASSISTANT } from '#contract/assistant/limits.ts'
import { RejectedAnswer } from '../../strict-fetch.ts'
import { type AllowedContent, plainText } from './plain-text.ts'

/** The most characters that wait for the end of their sentence. */
const MAX_UNFINISHED = 1_500
/** Removes spaces and punctuation from a text, so that they cannot hide a forbidden text. */
const wordCharactersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

// True when no tag or link is open at the end of a text. A cut inside a tag or link would split it, and both
// halves would be shown.
const isWhole = (text: string) => {
  const lastTag = text.lastIndexOf('<')
  const openBlock = /<(script|style|iframe|svg|template|object)\b(?![\s\S]*<\/\1)/i
  return (
    (lastTag < 0 || text.indexOf('>', lastTag) >= 0) &&
    text.lastIndexOf('[') <= text.lastIndexOf(']') &&
    text.lastIndexOf('](') <= text.lastIndexOf(')') &&
    !openBlock.test(text)
  )
}

/**
 * How much of an unfinished text can be shown: up to its last complete sentence without an open tag or link.
 * A text that stays unfinished for too long is shown whole.
 */
const readyUntil = (unfinished: string) => {
  const ends = [...unfinished.matchAll(/[.!?…]["'”’)]*\s+|\n{2,}|[:;]\n/g)].map(
    (end) => end.index + end[0].length,
  )
  return (
    ends.findLast((end) => isWhole(unfinished.slice(0, end))) ??
    (unfinished.length > MAX_UNFINISHED ? unfinished.length : 0)
  )
}

/** An answer with this many first characters of an instruction repeats the instruction. */
const INSTRUCTION_START = 40
/** A forbidden text shorter than this could occur in an answer by chance. */
const MIN_FORBIDDEN = 8

/** The texts that no answer may contain: keys, and the first characters of each of our instructions. */
export const forbiddenOf = (sentences: readonly string[], keys: readonly string[]): string[] =>
  [
    ...sentences.map((sentence) => wordCharactersOf(sentence).slice(0, INSTRUCTION_START)),
    ...keys.map(wordCharactersOf),
  ].filter((entry) => entry.length >= MIN_FORBIDDEN)

/**
 * Turns the text of a model into plain text that may be shown, while it arrives (T25). `push` and `end`
 * return the sentences that are complete, without markup and without addresses that `allowed` does not
 * contain.
 * @throws RejectedAnswer for an answer that is too long, or that contains a forbidden text.
 */
export function plainStream(allowed: AllowedContent, forbidden: readonly string[]) {
  let unfinished = ''
  let length = 0
  let textSoFar = ''
  const takeFinished = (endIndex: number) => {
    const ready = plainText(unfinished.slice(0, endIndex), allowed)
    unfinished = unfinished.slice(endIndex)
    return ready
  }
  return {
    push(piece: string): string {
      unfinished += piece
      length += piece.length
      if (length > ASSISTANT.shown) throw new RejectedAnswer('too long')
      textSoFar += wordCharactersOf(piece)
      if (forbidden.some((entry) => textSoFar.includes(entry))) throw new RejectedAnswer('recites')
      return takeFinished(readyUntil(unfinished))
    },
    end: (): string => takeFinished(unfinished.length),
  }
}
