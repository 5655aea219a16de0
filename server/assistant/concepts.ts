import { SAME } from './concept-groups.ts'
import { TURNS } from './turns.ts'
import { verbIn } from './verbs.ts'

/** Without an English ending, where enough is left. */
const bare = (word: string) => (word.length > 5 ? word.replace(/(?:'s|s|ed|ing|er)$/, '') : word)

const one = (word: string): string => SAME.get(word) ?? verbIn(word) ?? SAME.get(bare(word)) ?? SAME.get(bare(word).replace(/^(?:un|re)(?=.{4})/, '')) ?? word

/** A question or a phrase in the words that stand for all of their meaning. */
export const conceptsOf = (words: string[]): string[] =>
  TURNS.reduce((line, [said, meant]) => line.replace(said, meant), words.join(' '))
    .split(' ')
    .filter(Boolean)
    .map(one)

/** Every word that has a meaning here. */
export const CONCEPT_WORDS: string[] = [...SAME.keys()].filter((word) => /^[a-z]+$/.test(word))

/** True of a word, whatever is put before its verb, that needs no mending. */
export const hasMeaning = (word: string): boolean => one(word) !== word
