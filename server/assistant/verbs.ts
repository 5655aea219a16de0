import { MEANINGS, VERBS } from './lexicon.ts'

/** The meaning of each root of a Kiswahili verb. */
const ROOTS = new Map(VERBS.flatMap(([meaning, roots]) => roots.map((root) => [root, meaning] as const)))
/** The meaning of English words to which Sheng may add Kiswahili prefixes and endings. */
const MEANING_OF_STEM = new Map(
  MEANINGS.flatMap(([meaning, words]) => [meaning, ...words].map((word) => [word, meaning] as const)),
)

/** Words that only look like Kiswahili verbs. */
const NOT_VERBS = new Set(['katika', 'taarifa', 'hapana', 'kwamba', 'tafadhali', 'information'])

/** Prefixes of Kiswahili verbs: subject, tense, object (`ni-me-`, `hu-ja-`, `a-li-ni-`, `ku-`). */
const PREFIXES =
  /^(?:ku|hu|(?:ha|si)?(?:ni|n|u|a|tu|m|mu|wa|i|zi|li|ya|ki|vi)?(?:na|li|ta|me|mesha|ki|ka|nge|ja|taka|po|si|sha)?)(?:ku|ni|m|mw|tu|wa|i|zi|li|ya|ki|vi|ji|ye|yo|lo|cho|po)?$/
/** Endings of Kiswahili verbs (passive, causative and so on). Each includes the last vowel of the verb. */
const SUFFIXES =
  /^(?:i|e|a|u)?(?:l?iw|l?ew|w|i|e|ik|ek|ish|esh|iz|lish|z|sh|ishw|eshw|li|le|an|ian)?(?:a|e|i)?(?:ni|je|vyo|po)?$/
/** Kiswahili endings of an English verb, as in `shortlistiwa`. */
const ENDING_OF_ENGLISH_VERB = /(?<=[^aeiou])(?:iwa|iana|ia|ika|ishwa)$/
const MIN_WORD_LENGTH = 5
const MAX_PREFIX_LENGTH = 9
/** The least characters of a word after its prefix. */
const MIN_REST_LENGTH = 3
const MIN_ROOT_LENGTH = 2
/** A root with more characters than this is clear even without a prefix. */
const MAX_UNCLEAR_ROOT_LENGTH = 3

/**
 * The meaning of a Kiswahili verb, or of an English verb with Kiswahili prefixes. Undefined for other words.
 */
export const meaningOfVerb = (word: string): string | undefined => {
  if (word.length < MIN_WORD_LENGTH || NOT_VERBS.has(word)) return undefined
  const longestPrefix = Math.min(MAX_PREFIX_LENGTH, word.length - MIN_REST_LENGTH)
  for (let prefixLength = 0; prefixLength <= longestPrefix; prefixLength++) {
    if (prefixLength > 0 && !PREFIXES.test(word.slice(0, prefixLength))) continue
    const rest = word.slice(prefixLength)
    const shengMeaning =
      prefixLength > 0 && rest.length > MIN_REST_LENGTH
        ? (MEANING_OF_STEM.get(rest.replace(ENDING_OF_ENGLISH_VERB, '')) ?? MEANING_OF_STEM.get(rest))
        : undefined
    if (shengMeaning) return shengMeaning
    // The longest matching root is tried first. A short root without a prefix may be another word.
    for (let rootLength = rest.length - 1; rootLength >= MIN_ROOT_LENGTH; rootLength--) {
      const meant = ROOTS.get(rest.slice(0, rootLength))
      const isClear = prefixLength > 0 || rootLength > MAX_UNCLEAR_ROOT_LENGTH
      if (meant && isClear && SUFFIXES.test(rest.slice(rootLength))) return meant
    }
  }
  return undefined
}
