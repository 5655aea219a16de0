import { MEANINGS, VERBS } from './lexicon.ts'

/** What each root means here. */
const ROOTS = new Map(VERBS.flatMap(([meaning, roots]) => roots.map((root) => [root, meaning] as const)))
/** English words that Sheng puts Kiswahili around. */
const SAME = new Map(
  MEANINGS.flatMap(([meaning, words]) => [meaning, ...words].map((word) => [word, meaning] as const)),
)

/** These only look like verbs. */
const OTHERS = new Set(['katika', 'taarifa', 'hapana', 'kwamba', 'tafadhali', 'information'])

/** Who, when and whom: `ni-me-`, `hu-ja-`, `a-li-ni-`, `ha-wa-ja-`, `ku-`. */
const BEFORE =
  /^(?:ku|hu|(?:ha|si)?(?:ni|n|u|a|tu|m|mu|wa|i|zi|li|ya|ki|vi)?(?:na|li|ta|me|mesha|ki|ka|nge|ja|taka|po|si|sha)?)(?:ku|ni|m|mw|tu|wa|i|zi|li|ya|ki|vi|ji|ye|yo|lo|cho|po)?$/
/** By whom, for whom, and the last vowel. */
const AFTER =
  /^(?:i|e|a|u)?(?:l?iw|l?ew|w|i|e|ik|ek|ish|esh|iz|lish|z|sh|ishw|eshw|li|le|an|ian)?(?:a|e|i)?(?:ni|je|vyo|po)?$/
const LONGEST_BEFORE = 9
const SHORTEST = 3

/**
 * What a Kiswahili verb, or an English one that Sheng has put Kiswahili around, means here; undefined of
 * anything else.
 */
export const verbIn = (word: string): string | undefined => {
  if (word.length < 5 || OTHERS.has(word)) return undefined
  for (let index = 0; index <= Math.min(LONGEST_BEFORE, word.length - SHORTEST); index++) {
    if (index > 0 && !BEFORE.test(word.slice(0, index))) continue
    const rest = word.slice(index)
    const sentence =
      index > 0 && rest.length > SHORTEST
        ? (SAME.get(rest.replace(/(?<=[^aeiou])(?:iwa|iana|ia|ika|ishwa)$/, '')) ?? SAME.get(rest))
        : undefined
    if (sentence) return sentence
    for (let end = rest.length - 1; end >= 2; end--) {
      const root = rest.slice(0, end)
      const meant = ROOTS.get(root)
      if (meant && (index > 0 || end > 3) && AFTER.test(rest.slice(end))) return meant
    }
  }
  return undefined
}
