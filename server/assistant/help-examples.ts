import type { Example } from './classifier.ts'
import { conceptsOf, isPlace } from './concepts.ts'
import { wordList } from './lexicon.ts'
import { helpPages, type HelpSection, readHelp } from './read-help.ts'
import { readTopics, type Topic } from './topics.ts'
import { tellingWords, wordsIn } from './words.ts'

/** Further characters of a word are ignored. */
const MAX_WORD_LENGTH = 20
const GRAM_LENGTHS = [2, 3, 4, 5]

/** All parts of two to five characters of a word. `_` marks the word's start and its end. */
const characterGramsOf = (word: string) => {
  const markedWord = `_${word.slice(0, MAX_WORD_LENGTH)}_`
  return GRAM_LENGTHS.flatMap((length) =>
    Array.from(
      { length: Math.max(0, markedWord.length - length + 1) },
      (_, index) => `c${markedWord.slice(index, index + length)}`,
    ),
  )
}

const NAMES = new Set(wordList('names'))
/** Replaces a number by a mark for its kind, because its value says nothing about the subject. */
const NUMBER_MASKS: [RegExp, string][] = [
  [/^(?:19|20)\d\d$/, 'ayear'],
  [/^\d{7,}$/, 'alongnumber'],
  [/^(?:\d{3,6}|\d+k)$/, 'amoney'],
  [/^\d{1,2}$/, 'anumber'],
]
/** Replaces places, names and numbers: which place or person it is says nothing about the subject. */
const maskWord = (word: string) => {
  if (isPlace(word)) return 'aplace'
  if (NAMES.has(word)) return 'aperson'
  return NUMBER_MASKS.find(([shape]) => shape.test(word))?.[1] ?? word
}

/** True for a number, or a name of a place or a person. The spelling of such a word is not corrected. */
export const isMasked = (word: string): boolean => maskWord(word) !== word

/**
 * Turns a phrase into three groups of features. The first has parts of words, which survive misspelling and
 * the prefixes of Kiswahili. The second has words, alone and in pairs. The third has concepts. The prefixes
 * `c`, `w` and `m` of the features keep the groups apart.
 */
export const featuresOf = (questionWords: string[]): string[][] => {
  const words = questionWords.map(maskWord)
  const contentWords = tellingWords(words)
  // Small words such as "how" count here, because a greeting has only small words.
  const meaningful = contentWords.length > 0 ? contentWords : words
  const pairs = words.slice(1).map((word, index) => `${words[index]}_${word}`)
  return [
    meaningful.flatMap(characterGramsOf),
    [...meaningful, ...pairs].map((word) => `w${word}`),
    // Concepts come from the words before masking: a county's name has a concept, but its mask has none.
    tellingWords(conceptsOf(questionWords)).map((word) => `m${word}`),
  ]
}

/** Every section of the help, page by page. */
export const helpSections = (): HelpSection[] => helpPages().flatMap(readHelp)

/**
 * The sections of the help and the topics that a question may ask for. The label of each is its position in
 * this list.
 */
export const subjects = (): (HelpSection | Topic)[] => [...helpSections(), ...readTopics()]

/** Every phrase of the help, with the label of the section or topic that it asks for. */
export const labelledPhrases = (
  sections: Pick<HelpSection, 'phrases'>[],
): { words: string[]; label: number }[] =>
  sections.flatMap(({ phrases }, label) => phrases.map((phrase) => ({ words: wordsIn(phrase), label })))

export const examplesOf = (sections: Pick<HelpSection, 'phrases'>[]): Example[] =>
  labelledPhrases(sections).map(({ words, label }) => ({ groups: featuresOf(words), label }))
