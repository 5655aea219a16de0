import { ASSISTANT } from '#contract/assistant/limits.ts'
import { RejectedAnswer } from './guarded-fetch.ts'
import { type Known, plainText } from './plain-text.ts'

const MAX_HELD = 1_500
const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

// A mark that is still open would be cut in two.
const isWhole = (text: string) => {
  const angle = text.lastIndexOf('<')
  const block = /<(script|style|iframe|svg|template|object)\b(?![\s\S]*<\/\1)/i
  return (
    (angle < 0 || text.indexOf('>', angle) >= 0) &&
    text.lastIndexOf('[') <= text.lastIndexOf(']') &&
    text.lastIndexOf('](') <= text.lastIndexOf(')') &&
    !block.test(text)
  )
}

const readyUntil = (held: string) => {
  const ends = [...held.matchAll(/[.!?…]["'”’)]*\s+|\n{2,}|[:;]\n/g)].map((end) => end.index + end[0].length)
  return ends.findLast((end) => isWhole(held.slice(0, end))) ?? (held.length > MAX_HELD ? held.length : 0)
}

/** Sentences that must not come back: the beginnings of our own instructions, and keys. */
export const forbiddenOf = (sentences: readonly string[], keys: readonly string[]): string[] =>
  [...sentences.map((sentence) => bare(sentence).slice(0, 40)), ...keys.map(bare)].filter(
    (entry) => entry.length >= 8,
  )

/**
 * Makes what a model writes, as it comes, into plain text that may be shown (T25): whole sentences leave,
 * without markup, addresses or numbers that `known` does not hold. `push` and `end` answer what is ready.
 * @throws RejectedAnswer for an answer that is too long, or that recites what is forbidden.
 */
export function plainStream(known: Known, forbidden: readonly string[]) {
  let held = ''
  let length = 0
  let text = ''
  const take = (until: number) => {
    const ready = plainText(held.slice(0, until), known)
    held = held.slice(until)
    return ready
  }
  return {
    push(piece: string): string {
      held += piece
      length += piece.length
      if (length > ASSISTANT.shown) throw new RejectedAnswer('too long')
      text += bare(piece)
      if (forbidden.some((entry) => text.includes(entry))) throw new RejectedAnswer('recites')
      return take(readyUntil(held))
    },
    end: (): string => take(held.length),
  }
}
