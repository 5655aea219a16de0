import { wordList } from './lexicon.ts'

/** What a question is made of, once case, accents and signs are out of the way. */
export type ParsedQuestion = { words: string[]; language: 'en' | 'sw' }

const SWAHILI = new Set(wordList('kiswahili'))
const ENGLISH = new Set(wordList('english'))

/** Kiswahili words that carry no meaning of their own; English ones are known to the database. */
const EMPTY = new Set(wordList('empty'))

/** The small words of both languages: none of them is a slip. */
export const SMALL_WORDS: string[] = [...SWAHILI, ...ENGLISH, ...EMPTY]

/** Words of questions that no help page need hold, so that a slip in one of them is mended too. */
export const JOB_WORDS = wordList('jobs')

/** At most this many words of a question are looked at. */
const MOST = 60

/** Lower case, without accents and signs. */
export const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/['’`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The words of a question, as many as are looked at. */
export const wordsOf = (text: string): string[] => wordsIn(text).slice(0, MOST)

const count = (words: string[], known: Set<string>) => words.filter((word) => known.has(word)).length

/** The parts of a reference number may look like small words: ZA, NA and WA are of no language there. */
const REFERENCE = /\b[a-z0-9]{2}[–—-][a-z0-9]{6}[–—-][a-z0-9]\b/gi

/** Who does it and when, as Kiswahili verbs begin: no English word begins so and ends in a vowel. */
const KISWAHILI_VERB =
  /^(?:ni(?:li|me|na|ta|ki|nge)|si(?:ja|ta)|u(?:li|me|na|ta)|a(?:li|me|na|ta)|tu(?:li|me|na|ta)|m(?:li|me|na|ta)|wa(?:li|me|na|ta)|i(?:me|na|ta)|ha(?:wa|tu|ku|ja)|ya(?:me|na)|zi(?:me|na)|ku)[a-z]{2,}[aeiou]$/

/**
 * A question is answered in the language that most of its small words are of; where these do not say, its
 * verbs do.
 */
export const parseQuestion = (text: string): ParsedQuestion => {
  const spoken = wordsOf(text.replace(REFERENCE, ' '))
  const [swahili, english] = [count(spoken, SWAHILI), count(spoken, ENGLISH)]
  const byVerbs = swahili === english && spoken.some((word) => KISWAHILI_VERB.test(word))
  return { words: wordsOf(text), language: swahili > english || byVerbs ? 'sw' : 'en' }
}

/** The words that say what a question is about. */
export const tellingWords = (words: string[]): string[] => words.filter((word) => !EMPTY.has(word))
