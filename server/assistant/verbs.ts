import { MEANINGS, VERBS } from './lexicon.ts'

/** The meaning of each root. */
const ROOTS = new Map(VERBS.flatMap(([meaning, roots]) => roots.map((root) => [root, meaning] as const)))
/** The meaning of words that Sheng may give Kiswahili prefixes and endings. */
const MEANING_OF_STEM = new Map(
  MEANINGS.flatMap(([meaning, words]) => [meaning, ...words].map((word) => [word, meaning] as const)),
)

/** These words only look like verbs. */
const NOT_VERBS = new Set(['katika', 'taarifa', 'hapana', 'kwamba', 'tafadhali', 'information'])

/** Prefixes for subject, tense and object: `ni-me-`, `hu-ja-`, `a-li-ni-`, `ha-wa-ja-`, `ku-`. */
const PREFIXES =
  /^(?:ku|hu|(?:ha|si)?(?:ni|n|u|a|tu|m|mu|wa|i|zi|li|ya|ki|vi)?(?:na|li|ta|me|mesha|ki|ka|nge|ja|taka|po|si|sha)?)(?:ku|ni|m|mw|tu|wa|i|zi|li|ya|ki|vi|ji|ye|yo|lo|cho|po)?$/
/** Endings of Kiswahili verbs (passive, causative and so on). Each includes the last vowel of the verb. */
const SUFFIXES =
  /^(?:i|e|a|u)?(?:l?iw|l?ew|w|i|e|ik|ek|ish|esh|iz|lish|z|sh|ishw|eshw|li|le|an|ian)?(?:a|e|i)?(?:ni|je|vyo|po)?$/
const MAX_PREFIX_LENGTH = 9
const MIN_REST_LENGTH = 3

/**
 * The meaning of a Kiswahili verb, or of an English verb with Kiswahili prefixes. Undefined for other words.
 */
export const meaningOfVerb = (word: string): string | undefined => {
  if (word.length < 5 || NOT_VERBS.has(word)) return undefined
  for (let index = 0; index <= Math.min(MAX_PREFIX_LENGTH, word.length - MIN_REST_LENGTH); index++) {
    if (index > 0 && !PREFIXES.test(word.slice(0, index))) continue
    const rest = word.slice(index)
    const shengMeaning =
      index > 0 && rest.length > MIN_REST_LENGTH
        ? (MEANING_OF_STEM.get(rest.replace(/(?<=[^aeiou])(?:iwa|iana|ia|ika|ishwa)$/, '')) ??
          MEANING_OF_STEM.get(rest))
        : undefined
    if (shengMeaning) return shengMeaning
    for (let end = rest.length - 1; end >= 2; end--) {
      const root = rest.slice(0, end)
      const meant = ROOTS.get(root)
      if (meant && (index > 0 || end > 3) && SUFFIXES.test(rest.slice(end))) return meant
    }
  }
  return undefined
}
