import { CONCEPT_WORDS, hasMeaning } from './concepts.ts'
import { wordList } from './lexicon.ts'
import { JOB_WORDS, SMALL_WORDS } from './words.ts'

/**
 * Names that many people in Kenya have and that mean nothing else. Other names are recognised by the words
 * before them.
 */
const NAMES = new Set(wordList('names'))

/** Words that come before the name of a person, such as `pastor`. */
const BEFORE_NAME = new Set(wordList('people'))
/** Words that may come between such a word and the name. */
const BETWEEN = new Set('yangu wangu yake wake is ni called named anaitwa yetu wetu'.split(' '))
const INTRODUCING = new Set(['i am', 'mimi ni', 'ni mimi', 'this is', 'i m'])
const LIVING = new Set(
  'live lives living stay stays staying reside resides residing naishi ninaishi nakaa ninakaa anaishi plot estate'.split(
    ' ',
  ),
)
/** Words after `i am` that are no name: they end as `married` does, or are listed, such as `late`. */
const NO_NAME =
  /(?:ed|ing|able|ful|less|ly|ive|ous|ant|ent|ion|ist)$|^(?:stuck|sick|late|lost|sorry|happy|sad|poor|new|old|young|single|jobless|busy|ready|kenyan|from|born|about|out|blind|deaf|lame|form|years?|male|female|man|woman|sure|glad|mother|father|orphan|widow|fine|back|doing|still|very|too|only|here|currently)$/
/** The names of peoples and illnesses, such as `luo` and `cancer`. */
const PRIVATE =
  /\b(?:kikuyus?|agikuyu|luos?|luhyas?|abaluhya|kambas?|akamba|kalenjins?|nandi|kipsigis|abagusii|maasai|somalis?|mijikenda|giriama|borana|samburus?|pokots?|nubians?|hiv(?: positive)?|positive and|aids|epilep\w{1,6}|diabet\w{1,6}|cancer|bipolar|schizophreni\w{1,3}|depression|ukimwi|kifafa|kisukari|saratani|pregnant|mjamzito)\b/gi

/** Words that mean something. Any other word may be the name of a person or a place. */
const KNOWN = new Set([...SMALL_WORDS, ...JOB_WORDS, ...CONCEPT_WORDS, ...wordList('ordinary')])
const MAX_NAME_WORDS = 3
const MAX_PLACE_WORDS = 8

/** Matches the name in a part of a text, without the punctuation beside it. */
const NAME_IN_PART = /[\p{L}\p{M}'’.-]+/u
const PLACE_IN_PART = /[\p{L}\p{M}\p{Nd}'’.-]+/u

const plainWord = (part: string) =>
  part
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}'’.,;:!?()"]/gu, '')

/**
 * Removes names in small letters from a question. These are common names, unknown words after an introduction
 * ("i am", "mama yangu", "pastor"), and words after "live in" or the like. Also removes the names of peoples
 * and illnesses. `isOurs` is true for words of this portal.
 */
export const withoutPeople = (text: string, isOurs: (word: string) => boolean): string => {
  const parts = text.replace(PRIVATE, '[private]').split(/(\s+)/)
  const isStrange = (word: string) =>
    /^\p{L}{3,}$/u.test(word) && !isOurs(word) && !KNOWN.has(word) && !NO_NAME.test(word) && !hasMeaning(word)
  // How many of the next words may belong to a person's name, or to the place where someone lives.
  let nameWordsLeft = 0
  let placeWordsLeft = 0
  let previousWord = ''
  let isAfterIntroduction = false
  return parts
    .map((part, index) => {
      // Words have even positions, and the spaces between them odd ones.
      const isSpace = index % 2 === 1
      if (isSpace) return part
      const word = plainWord(part)
      const phrase = `${previousWord} ${word}`
      const isIntroduction =
        INTRODUCING.has(phrase) ||
        // "I'm" without its apostrophe.
        word === 'im' ||
        BEFORE_NAME.has(word) ||
        (isAfterIntroduction && BETWEEN.has(word))
      previousWord = word
      isAfterIntroduction = isIntroduction
      if (NAMES.has(word)) {
        nameWordsLeft = MAX_NAME_WORDS
        return part.replace(NAME_IN_PART, '[name]')
      }
      if (isIntroduction) {
        nameWordsLeft = MAX_NAME_WORDS
        return part
      }
      if (LIVING.has(word)) {
        placeWordsLeft = MAX_PLACE_WORDS
        return part
      }
      const isUnknown = isStrange(word)
      const isInPlace = placeWordsLeft > 0
      // Punctuation shows where the name of a place ends.
      placeWordsLeft = !isInPlace || /[,;.?!]$/.test(part) ? 0 : placeWordsLeft - 1
      const isNameWord = isUnknown && nameWordsLeft > 0
      nameWordsLeft = isNameWord ? nameWordsLeft - 1 : 0
      if (isNameWord) return part.replace(NAME_IN_PART, '[name]')
      return isInPlace && (isUnknown || /\d/.test(word)) ? part.replace(PLACE_IN_PART, '[place]') : part
    })
    .join('')
    .replace(/\[name\](?:\s+\[name\])+/g, '[name]')
    .replace(/\[place\](?:\s+\[place\])+/g, '[place]')
}
