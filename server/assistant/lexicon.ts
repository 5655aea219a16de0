import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const FOLDER = join(import.meta.dirname, 'lexicon')
/** A name and its words, separated by spaces. */
const lists = z.record(z.string(), z.string().regex(/^\S+(?: \S+)*$/u))

const readLists = (file: string) =>
  Object.entries(lists.parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')))).map(
    ([name, words]) => [name, words.split(' ')] as const,
  )

/** Each meaning with the words in English, Kiswahili and Sheng that have it. `log_in` is two words. */
export const MEANINGS: readonly (readonly [string, readonly string[]])[] = readLists('meanings.json')

/** Each meaning with the roots of Kiswahili verbs that have it, without what stands before and after them. */
export const VERBS: readonly (readonly [string, readonly string[]])[] = readLists('verbs.json')

const WORD_LISTS = [
  'kiswahili',
  'english',
  'empty',
  'jobs',
  'of openings',
  'of applications',
  'names',
  'people',
  'ordinary',
] as const
const words = new Map(readLists('words.json'))

/** The words of a list of `lexicon/words.json`. */
export const wordList = (name: (typeof WORD_LISTS)[number]): readonly string[] => {
  const list = words.get(name)
  if (!list) throw new Error(`lexicon/words.json has no list called ${name}`)
  return list
}
