import { referenceFromText } from '#contract/job-applications/reference-numbers.ts'
import { wordList } from './lexicon.ts'

/** A question as its words, in lower case and without accents and punctuation, and its language. */
export type ParsedQuestion = {
  /** The first words; further ones are ignored. */
  words: string[]
  /** All words. Rules of safety read these, so that nothing hides at the end of a long question. */
  allWords: string[]
  language: 'en' | 'sw'
}

const KISWAHILI = new Set(wordList('kiswahili'))
const ENGLISH = new Set(wordList('english'))

/** Words without a meaning of their own, in Kiswahili and colloquial English. */
const STOP_WORDS = new Set(wordList('empty'))

/** The small words of both languages, such as "the". Their spelling is never corrected. */
export const SMALL_WORDS: string[] = [...KISWAHILI, ...ENGLISH, ...STOP_WORDS]

/**
 * Words about jobs that help pages may lack. They serve to correct misspelt words, like those of the help.
 */
export const JOB_WORDS = wordList('jobs')

/** How many words of a question are read. Further words are ignored. */
const MAX_WORDS = 60

/** Splits a text into words, in lower case and without accents and punctuation. */
export const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/['’`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The first words of a question, at most MAX_WORDS. */
export const firstWordsIn = (text: string): string[] => wordsIn(text).slice(0, MAX_WORDS)

const countKnown = (words: string[], known: Set<string>) => words.filter((word) => known.has(word)).length

/** A reference number such as K7-MPQR23-4. A part of it can look like a word, such as ZA or ME. */
const REFERENCE = /\b[a-z0-9]{2}[–—-][a-z0-9]{6}[–—-][a-z0-9]\b/gi

/** A Kiswahili verb with prefixes, as in `nimeomba`. No English word starts like this and ends in a vowel. */
const KISWAHILI_VERB =
  /^(?:ni(?:li|me|na|ta|ki|nge)|si(?:ja|ta)|u(?:li|me|na|ta)|a(?:li|me|na|ta)|tu(?:li|me|na|ta)|m(?:li|me|na|ta)|wa(?:li|me|na|ta)|i(?:me|na|ta)|ha(?:wa|tu|ku|ja)|ya(?:me|na)|zi(?:me|na)|ku)[a-z]{2,}[aeiou]$/

/**
 * Reads the words of a question and its language, which is that of most of its small words. If both languages
 * have as many, it is Kiswahili on a page in Kiswahili, or with a Kiswahili verb.
 */
export const parseQuestion = (text: string, pageLanguage: 'en' | 'sw' = 'en'): ParsedQuestion => {
  const questionWords = firstWordsIn(text.replace(REFERENCE, ' '))
  const kiswahiliCount = countKnown(questionWords, KISWAHILI)
  const englishCount = countKnown(questionWords, ENGLISH)
  const isKiswahili =
    kiswahiliCount === englishCount
      ? pageLanguage === 'sw' || questionWords.some((word) => KISWAHILI_VERB.test(word))
      : kiswahiliCount > englishCount
  // A word that only looks like a reference number stays in the question.
  const withoutReferences = text.replace(REFERENCE, (shape) => (referenceFromText(shape) ? ' ' : shape))
  const allWords = wordsIn(withoutReferences)
  return { words: allWords.slice(0, MAX_WORDS), allWords, language: isKiswahili ? 'sw' : 'en' }
}

/** The words that show what a question is about. */
export const tellingWords = (words: string[]): string[] => words.filter((word) => !STOP_WORDS.has(word))
