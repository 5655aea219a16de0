import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { MEANINGS } from './lexicon.ts'
import { meaningOfVerb } from './verbs.ts'

const REFERENCE_FOLDER = join(import.meta.dirname, '../database/reference')
const MIN_NAME_LENGTH = 4
/** Parts of place names that are ordinary words too. Such a word alone does not mean a place. */
const COMMON_NAME_PARTS = new Set([
  'city',
  'west',
  'east',
  'north',
  'south',
  'central',
  'trans',
  'town',
  'hills',
  'river',
])

const placeList = z.array(z.object({ name: z.string() }))
const namesIn = (file: string) =>
  placeList.parse(JSON.parse(readFileSync(join(REFERENCE_FOLDER, file), 'utf8'))).flatMap(({ name }) =>
    name
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => word.length >= MIN_NAME_LENGTH && !COMMON_NAME_PARTS.has(word)),
  )

const counties = namesIn('counties.json')
const places = new Set([...counties, ...namesIn('constituencies.json')])

const meaningByWord = MEANINGS.flatMap(([meaning, words]) =>
  [meaning, ...words].map((word) => [word, meaning] as const),
)

/** Gives the concept of a word: one word that represents all words with the same meaning. */
export const CONCEPT_OF_WORD: ReadonlyMap<string, string> = new Map([
  ...meaningByWord.filter(([word]) => !word.includes('_')),
  ...counties.map((name) => [name, 'county'] as const),
])

type Sequence = { words: string[]; meaning: string }
/** Concepts of several words, such as `log_in`, by their first word. The longest sequence comes first. */
const SEQUENCES = new Map<string, Sequence[]>()
for (const [joinedWords, meaning] of meaningByWord.filter(([word]) => word.includes('_'))) {
  const words = joinedWords.split('_')
  const [firstWord = ''] = words
  SEQUENCES.set(
    firstWord,
    [...(SEQUENCES.get(firstWord) ?? []), { words, meaning }].sort(
      (left, right) => right.words.length - left.words.length,
    ),
  )
}

/** Removes an English ending from a long word. A short word would lose its meaning without its ending. */
const withoutEnding = (word: string) => (word.length > 5 ? word.replace(/(?:'s|s|ed|ing|er)$/, '') : word)

/** The concept of a word: found as it is, as a Kiswahili verb, or without its ending and prefix. */
const conceptOf = (word: string): string =>
  CONCEPT_OF_WORD.get(word) ??
  meaningOfVerb(word) ??
  CONCEPT_OF_WORD.get(withoutEnding(word)) ??
  CONCEPT_OF_WORD.get(withoutEnding(word).replace(/^(?:un|re)(?=.{4})/, '')) ??
  word

/** Replaces the words of a question or phrase by their concepts. */
export function conceptsOf(words: string[]): string[] {
  const concepts: string[] = []
  let nextPosition = 0
  for (const [position, word] of words.entries()) {
    if (position < nextPosition) continue
    const matched = SEQUENCES.get(word)?.find((sequence) =>
      sequence.words.every((sequenceWord, index) => words[position + index] === sequenceWord),
    )
    concepts.push(matched ? matched.meaning : conceptOf(word))
    nextPosition = position + (matched ? matched.words.length : 1)
  }
  return concepts
}

/** Every word that has a concept, alone or in a sequence of words. */
export const CONCEPT_WORDS: string[] = [
  ...new Set([...CONCEPT_OF_WORD.keys(), ...meaningByWord.flatMap(([word]) => word.split('_'))]),
].filter((word) => /^[a-z]+$/.test(word))

/**
 * True for a word whose concept is another word: its spelling needs no correction. False for a word that is
 * its own concept: the callers already know such a word from CONCEPT_WORDS.
 */
export const hasMeaning = (word: string): boolean => conceptOf(word) !== word

/** True for a word in the name of a county or constituency. */
export const isPlace = (word: string): boolean => places.has(word)
