import { CONCEPT_WORDS, hasMeaning } from './concepts.ts'
import { wordList } from './lexicon.ts'
import { JOB_WORDS, SMALL_WORDS } from './words.ts'

/**
 * Names that many people here bear and that mean nothing else; whoever bears another is found by what stands
 * before it.
 */
const NAMES = new Set(wordList('names'))

const PEOPLE = new Set(wordList('people'))
/** May stand between such a word and the name. */
const BETWEEN = new Set('yangu wangu yake wake is ni called named anaitwa yetu wetu'.split(' '))
const INTRODUCING = new Set(['i am', 'mimi ni', 'ni mimi', 'this is', 'i m'])
const LIVING = new Set(
  'live lives living stay stays staying reside resides residing naishi ninaishi nakaa ninakaa anaishi plot estate'.split(
    ' ',
  ),
)
const NO_NAME =
  /(?:ed|ing|able|ful|less|ly|ive|ous|ant|ent|ion|ist)$|^(?:stuck|sick|late|lost|sorry|happy|sad|poor|new|old|young|single|jobless|busy|ready|kenyan|from|born|about|out|blind|deaf|lame|form|years?|male|female|man|woman|sure|glad|mother|father|orphan|widow|single|fine|back|doing|still|very|too|only|here|currently)$/
const PRIVATE =
  /\b(?:kikuyus?|agikuyu|luos?|luhyas?|abaluhya|kambas?|akamba|kalenjins?|nandi|kipsigis|abagusii|maasai|somalis?|mijikenda|giriama|borana|samburus?|pokots?|nubians?|hiv(?: positive)?|positive and|aids|epilep\w{1,6}|diabet\w{1,6}|cancer|bipolar|schizophreni\w{1,3}|depression|ukimwi|kifafa|kisukari|saratani|pregnant|mjamzito)\b/gi

const KNOWN = new Set([...SMALL_WORDS, ...JOB_WORDS, ...CONCEPT_WORDS, ...wordList('ordinary')])
const MOST = 3
const MOST_PLACE = 8

const bare = (part: string) =>
  part
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}'’.,;:!?()"]/gu, '')

/**
 * Takes out names in small letters: those that many bear, and unknown words after what introduces somebody
 * ("i am", "mama yangu", "pastor") or says where they live; and the words for peoples and illnesses. `isOurs`
 * tells words of this portal.
 */
export const withoutPeople = (text: string, isOurs: (word: string) => boolean): string => {
  const parts = text.replace(PRIVATE, '[private]').split(/(\s+)/)
  const isStrange = (word: string) =>
    /^\p{L}{3,}$/u.test(word) && !isOurs(word) && !KNOWN.has(word) && !NO_NAME.test(word) && !hasMeaning(word)
  let names = 0
  let places = 0
  let before = ''
  let after = false
  return parts
    .map((part, index) => {
      if (index % 2 === 1) return part
      const word = bare(part)
      const phrase = `${before} ${word}`
      const introduced =
        INTRODUCING.has(phrase) || word === 'im' || PEOPLE.has(word) || (after && BETWEEN.has(word))
      before = word
      after = introduced
      if (NAMES.has(word)) {
        names = MOST
        return part.replace(/[\p{L}\p{M}'’.-]+/u, '[name]')
      }
      if (introduced) {
        names = MOST
        return part
      }
      if (LIVING.has(word)) {
        places = MOST_PLACE
        return part
      }
      const strange = isStrange(word)
      const inPlace = places > 0
      // A pause ends a name and a place.
      places = !inPlace || /[,;.?!]$/.test(part) ? 0 : places - 1
      const named = strange && names > 0
      names = named ? names - 1 : 0
      if (named) return part.replace(/[\p{L}\p{M}'’.-]+/u, '[name]')
      return inPlace && (strange || /\d/.test(word))
        ? part.replace(/[\p{L}\p{M}\p{Nd}'’.-]+/u, '[place]')
        : part
    })
    .join('')
    .replace(/\[name\](?:\s+\[name\])+/g, '[name]')
    .replace(/\[place\](?:\s+\[place\])+/g, '[place]')
}
