import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const FOLDER = join(import.meta.dirname, 'lexicon')
/** A file's lists of words: for each name, its words separated by spaces. */
const listsSchema = z.record(z.string(), z.string().regex(/^\S+(?: \S+)*$/u))

const readLists = (file: string) =>
  Object.entries(listsSchema.parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')))).map(
    ([name, words]) => [name, words.split(' ')] as const,
  )

/** Each meaning with its words in English, Kiswahili and Sheng. `log_in` is a sequence of two words. */
export const MEANINGS: readonly (readonly [string, readonly string[]])[] = readLists('meanings.json')

/** Each meaning with the roots of its Kiswahili verbs, without prefixes and endings. */
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
const listsByName = new Map(readLists('words.json'))

/** The words of one list in `lexicon/words.json`. */
export const wordList = (name: (typeof WORD_LISTS)[number]): readonly string[] => {
  const list = listsByName.get(name)
  if (!list) throw new Error(`lexicon/words.json has no list called ${name}`)
  return list
}
