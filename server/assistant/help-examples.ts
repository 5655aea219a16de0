import type { Example } from './classifier.ts'
import { conceptsOf } from './concepts.ts'
import { NOT_OURS } from './not-ours.ts'
import { helpPages, type HelpSection, readHelp } from './read-help.ts'
import { tellingWords, wordsIn } from './words.ts'

const LONGEST_WORD = 20
const GRAMS = [2, 3, 4, 5]

const gramsOf = (word: string) => {
  const whole = `_${word.slice(0, LONGEST_WORD)}_`
  return GRAMS.flatMap((length) => Array.from({ length: Math.max(0, whole.length - length + 1) }, (_, at) => `c${whole.slice(at, at + length)}`))
}

/** Pieces of words, which bear misspelling and the prefixes of Kiswahili; words; and what they mean here. */
export const featuresOf = (words: string[]): string[][] => {
  const telling = tellingWords(words)
  return [telling.flatMap(gramsOf), telling.map((word) => `w${word}`), tellingWords(conceptsOf(words)).map((word) => `m${word}`)]
}

/** Every section of the help, in the order of their pages. */
export const helpSections = (): HelpSection[] => helpPages().flatMap(({ slug, source }) => readHelp(slug, source))

/** What is asked in which words: a label is the place of a section; the label after the last is what none of them answers. */
export const askedOf = (sections: HelpSection[]): { words: string[]; label: number }[] =>
  [...sections.map(({ phrases }) => phrases), NOT_OURS].flatMap((phrases, label) => phrases.map((phrase) => ({ words: wordsIn(phrase), label })))

export const examplesOf = (sections: HelpSection[]): Example[] => askedOf(sections).map(({ words, label }) => ({ groups: featuresOf(words), label }))
