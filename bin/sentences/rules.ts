import { RETIRED_WORDS } from '../vocabulary.ts'

/** A sentence or a label as a person reads it, and the line of the file where it starts. */
export type Sentence = { path: string; line: number; text: string }
export type Finding = Sentence & { problem: string }

/** A placeholder for a value in a text. It counts as one word. */
export const VALUE = '…'

const RETIRED = RETIRED_WORDS.flatMap(({ say, places: { sentence } }) =>
  sentence ? [{ pattern: sentence, say }] : [],
)

const TWO_FULL_STOPS = /(?<!\.)\.\.(?!\.)/

/** Abbreviations: their full stops do not end a sentence. */
const ABBREVIATIONS = /\b(?:a\.m|p\.m|e\.g|i\.e|No|Nos|Art|vs|etc|approx)\.(?=\s+[a-z\d(])/g

const ABBREVIATION_STOP = '\u2024'

/** The sentences of a text, in order. */
export const sentencesOf = (text: string) =>
  text
    // While the text is split, another character replaces the full stop of each abbreviation.
    .replace(ABBREVIATIONS, (word) => word.replaceAll('.', ABBREVIATION_STOP))
    .split(/(?<=[.!?]["”’')]*)\s+|\n+/)
    .map((sentence) => sentence.replaceAll(ABBREVIATION_STOP, '.').trim())
    .filter(Boolean)

/** The words of a text: each has a letter or a digit. A value in braces counts as one word. */
export const countWords = (text: string) =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word) || word.includes(VALUE)).length

/**
 * The problems of these texts. `maxWords` is the limit for one sentence. `exempt` tells which texts may stay:
 * quotations from the specification, and the exceptions of sentences/allowed.ts.
 */
export const findingsOf = (
  texts: Sentence[],
  maxWords: number,
  exempt: (sentence: string) => boolean,
): Finding[] =>
  texts.flatMap((entry) => {
    if (exempt(entry.text)) return []
    const found: Finding[] = TWO_FULL_STOPS.test(entry.text) ? [{ ...entry, problem: 'two full stops' }] : []
    for (const text of sentencesOf(entry.text)) {
      if (exempt(text)) continue
      const words = countWords(text)
      if (words > maxWords) found.push({ ...entry, text, problem: `${words} words` })
      for (const { pattern, say } of RETIRED) {
        const word = pattern.exec(text)?.[0]
        if (word) found.push({ ...entry, text, problem: `"${word}": say ${say}` })
      }
    }
    return found
  })
