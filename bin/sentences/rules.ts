import { RETIRED_WORDS } from '../vocabulary.ts'

/**
 * A sentence or a label as a person reads it, and the line of the file where it starts. `isFragment`: it may
 * end without a full stop, because it is a heading or a cell of a table, ends in a link, or is of a document.
 */
export type Sentence = { path: string; line: number; text: string; isFragment?: boolean }
export type Finding = Sentence & { problem: string }

/** A placeholder for a value in a text. It counts as one word. */
export const VALUE = '…'

const RETIRED = RETIRED_WORDS.flatMap(({ say, places: { sentence } }) =>
  sentence ? [{ pattern: sentence, say }] : [],
)

const TWO_FULL_STOPS = /(?<!\.)\.\.(?!\.)/

/** Abbreviations: their full stops do not end a sentence. */
const ABBREVIATIONS =
  /\b(?:(?:a\.m|p\.m|e\.g|i\.e|No|Nos|Art|Cap|vs|etc|approx)\.(?=\s+(?:[a-z\d(]|EAT\b))|P\.O\.(?= Box))/g

const ABBREVIATION_STOP = '\u2024'

/** The end of a paragraph or of an item of a list. An item starts with a dash, a number, or two spaces. */
const PARAGRAPH_ENDS = /\n\s*\n|\n(?=[-*•] |\d+[.)] | {2}\S)/
/** The end of a sentence inside a paragraph. A line break alone ends none, nor does the number of an item. */
const SENTENCE_ENDS = /(?<=\S[.!?]["”’')]*)(?<!^\s*\d+\.)\s+/
/** How the last sentence of a paragraph ends. A value at its end may have a full stop of its own. */
const ENDS_IN_STOP = /[.!?:…]["”’')]*$/

/** The sentences of each paragraph of a text, in order. */
const paragraphsOf = (text: string): string[][] =>
  text
    // While the text is split, another character replaces the full stop of each abbreviation.
    .replace(ABBREVIATIONS, (word) => word.replaceAll('.', ABBREVIATION_STOP))
    .split(PARAGRAPH_ENDS)
    .map((paragraph) =>
      paragraph
        .split(SENTENCE_ENDS)
        .map((sentence) => sentence.replaceAll(ABBREVIATION_STOP, '.').trim())
        .filter(Boolean),
    )

/** The sentences of a text, in order. */
export const sentencesOf = (text: string) => paragraphsOf(text).flat()

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
    for (const sentences of entry.isFragment ? [] : paragraphsOf(entry.text)) {
      const last = sentences.at(-1)
      if (sentences.length > 1 && last && !ENDS_IN_STOP.test(last) && !exempt(last))
        found.push({ ...entry, text: last, problem: 'no full stop at the end of several sentences' })
    }
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
