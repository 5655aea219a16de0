import type { Example } from './classifier.ts'
import { conceptsOf, isPlace } from './concepts.ts'
import { wordList } from './lexicon.ts'
import { helpPages, type HelpSection, readHelp } from './read-help.ts'
import { readTopics, type Topic } from './topics.ts'
import { tellingWords, wordsIn } from './words.ts'

const LONGEST_WORD = 20
const GRAMS = [2, 3, 4, 5]

const gramsOf = (word: string) => {
  const whole = `_${word.slice(0, LONGEST_WORD)}_`
  return GRAMS.flatMap((length) =>
    Array.from(
      { length: Math.max(0, whole.length - length + 1) },
      (_, index) => `c${whole.slice(index, index + length)}`,
    ),
  )
}

const NAMES = new Set(wordList('names'))
/** What a number may be, whichever it is. */
const NUMBERS: [RegExp, string][] = [
  [/^(?:19|20)\d\d$/, 'ayear'],
  [/^\d{7,}$/, 'alongnumber'],
  [/^(?:\d{3,6}|\d+k)$/, 'amoney'],
  [/^\d{1,2}$/, 'anumber'],
]
/** Which place, whose name or how much it is says nothing of what is asked. */
const masked = (word: string) => {
  if (isPlace(word)) return 'aplace'
  if (NAMES.has(word)) return 'aperson'
  return NUMBERS.find(([shape]) => shape.test(word))?.[1] ?? word
}

/** True of a word that is the name of a place or a person, or a number: not one to mend. */
export const isName = (word: string): boolean => masked(word) !== word

/**
 * Pieces of words, which bear misspelling and the prefixes of Kiswahili; words, alone and two by two; and
 * what they mean here.
 */
export const featuresOf = (questionWords: string[]): string[][] => {
  const words = questionWords.map(masked)
  const telling = tellingWords(words)
  // Of a greeting nothing else is left.
  const meaningful = telling.length > 0 ? telling : words
  const pairs = words.slice(1).map((word, index) => `${words[index]}_${word}`)
  return [
    meaningful.flatMap(gramsOf),
    [...meaningful, ...pairs].map((word) => `w${word}`),
    tellingWords(conceptsOf(questionWords)).map((word) => `m${word}`),
  ]
}

/** Every section of the help, in the order of their pages. */
export const helpSections = (): HelpSection[] =>
  helpPages().flatMap(({ slug, source }) => readHelp(slug, source))

/** What a question may ask for: a section of the help, or a topic besides. The place of each is its label. */
export const subjects = (): (HelpSection | Topic)[] => [...helpSections(), ...readTopics()]

/** What is asked in which words. */
export const askedOf = (all: Pick<HelpSection, 'phrases'>[]): { words: string[]; label: number }[] =>
  all.flatMap(({ phrases }, label) => phrases.map((phrase) => ({ words: wordsIn(phrase), label })))

export const examplesOf = (all: Pick<HelpSection, 'phrases'>[]): Example[] =>
  askedOf(all).map(({ words, label }) => ({ groups: featuresOf(words), label }))
