import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MEANINGS } from './lexicon.ts'
import { verbIn } from './verbs.ts'

const REFERENCE = join(import.meta.dirname, '../database/reference')
const SHORTEST_NAME = 4
/** Parts of names of places that are words of their own. */
const NO_PLACE = new Set([
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

const namesIn = (file: string) =>
  (JSON.parse(readFileSync(join(REFERENCE, file), 'utf8')) as { name: string }[]).flatMap(({ name }) =>
    name
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => word.length >= SHORTEST_NAME && !NO_PLACE.has(word)),
  )

const counties = namesIn('counties.json')
const places = new Set([...counties, ...namesIn('constituencies.json')])

const members = MEANINGS.flatMap(([meaning, words]) =>
  [meaning, ...words].map((word) => [word, meaning] as const),
)

/** Each word by the one that stands for all of its meaning. */
export const SAME: ReadonlyMap<string, string> = new Map([
  ...members.filter(([word]) => !word.includes('_')),
  ...counties.map((name) => [name, 'county'] as const),
])

type Sequence = { words: string[]; meaning: string }
/** Meanings said in more than one word, by the first, the longest before others. */
const SEQUENCES = new Map<string, Sequence[]>()
for (const [member, meaning] of members.filter(([word]) => word.includes('_'))) {
  const words = member.split('_')
  const [first = ''] = words
  SEQUENCES.set(
    first,
    [...(SEQUENCES.get(first) ?? []), { words, meaning }].sort(
      (left, right) => right.words.length - left.words.length,
    ),
  )
}

/** Without an English ending, where enough is left. */
const bare = (word: string) => (word.length > 5 ? word.replace(/(?:'s|s|ed|ing|er)$/, '') : word)

const entry = (word: string): string =>
  SAME.get(word) ??
  verbIn(word) ??
  SAME.get(bare(word)) ??
  SAME.get(bare(word).replace(/^(?:un|re)(?=.{4})/, '')) ??
  word

/** A question or a phrase in the words that stand for all of their meaning. */
export function conceptsOf(words: string[]): string[] {
  const meant: string[] = []
  let next = 0
  for (const [position, word] of words.entries()) {
    if (position < next) continue
    const found = SEQUENCES.get(word)?.find((sequence) =>
      sequence.words.every((part, index) => words[position + index] === part),
    )
    meant.push(found ? found.meaning : entry(word))
    next = position + (found ? found.words.length : 1)
  }
  return meant
}

/** Every word that has a meaning here, alone or with others. */
export const CONCEPT_WORDS: string[] = [
  ...new Set([...SAME.keys(), ...members.flatMap(([word]) => word.split('_'))]),
].filter((word) => /^[a-z]+$/.test(word))

/** True of a word, whatever is put before its verb, that needs no mending. */
export const hasMeaning = (word: string): boolean => entry(word) !== word

/** True of a word in the name of a county or constituency. */
export const isPlace = (word: string): boolean => places.has(word)
