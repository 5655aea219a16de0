import { datesInKiswahili } from './dates-in-kiswahili.ts'

/**
 * The translations of English sentences of the contract and of replies. `whole` has the Kiswahili text by the
 * fingerprint of the English text, so that the English need not be sent. `patterns` are sentences with
 * values: the English parts around the values, then the Kiswahili with `{0}`, `{1}`.
 */
export type Sentences = { whole: Record<string, string>; patterns: [parts: string[], translation: string][] }

/** Longer texts are not compared with the patterns, because that would take too long. */
const MAX_PATTERN_LENGTH = 1_500
/** A value in a sentence is translated too, and may contain values again. This is the deepest level. */
const MAX_DEPTH = 3

/** A short key of a text (FNV-1a, 32 bits). A test checks that no two texts of the catalogues share one. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  return hash.toString(36)
}

/**
 * Finds the values between the parts of a pattern; undefined when the text is another sentence. A part is
 * taken at its first place after the part before it, and the last part at the end.
 */
function valuesIn(text: string, parts: string[]): string[] | undefined {
  const [first = '', ...others] = parts
  if (!text.startsWith(first)) return undefined
  const values: string[] = []
  let from = first.length
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1
    const to = isLast ? text.length - part.length : text.indexOf(part, from)
    if (to < from || (isLast && !text.endsWith(part))) return undefined
    values.push(text.slice(from, to))
    from = to + part.length
  }
  return values
}

/**
 * Matches the end of a sentence: its full stop and the space, or a line break. `5:00 p.m. EAT` is not an end.
 * `split` keeps the ends: even places of its result have a sentence, odd places the end of that sentence.
 */
const SENTENCE_END = /([.?!] (?=[A-Z])(?!EAT\b)|\n)/
/** The most sentences that the catalogues have as one text. Such sentences are a group. */
const MAX_GROUP = 3

/** Texts that must not be translated, such as names. */
type Untranslated = ReadonlySet<string>

/**
 * Makes the function that translates English text for a reader. It returns unknown text unchanged, for
 * example a name. Texts in `untranslated` are never translated, not even as a value in a sentence: a person
 * may be called May.
 * Long: its three functions call each other and share the sorted patterns.
 */
export function makeTranslator({
  whole,
  patterns,
}: Sentences): (english: string, untranslated?: Untranslated) => string {
  // `minLength` is the length of the shortest text that a pattern can match, which excludes most patterns at
  // once. Longer patterns come first, because a shorter pattern might match a text of a longer pattern.
  const measured = patterns
    .map(([parts, translation]) => ({ parts, translation, minLength: parts.join('').length }))
    .sort((left, right) => right.minLength - left.minLength)
  const shortestLength = Math.min(...measured.map(({ minLength }) => minLength))
  // Translates a text as a whole; undefined when the catalogues do not have it. A value may not contain the
  // end of a sentence, because then the text is usually several sentences with translations of their own.
  // Such values are allowed with `mayValuesSpanSentences`, and always at the end of the pattern.
  const findWhole = (
    text: string,
    untranslated: Untranslated | undefined,
    depth: number,
    mayValuesSpanSentences = false,
  ) => {
    const found = whole[fingerprint(text)]
    if (found !== undefined || text.length > MAX_PATTERN_LENGTH || text.length < shortestLength) return found
    for (const { parts, translation, minLength } of measured) {
      const values = text.length < minLength ? undefined : valuesIn(text, parts)
      const innerValues = parts.at(-1) === '' ? values?.slice(0, -1) : values
      if (values && (mayValuesSpanSentences || !innerValues?.some((value) => SENTENCE_END.test(value))))
        return translation.replace(/\{(\d)\}/g, (_hole, index: string) =>
          translate(values[Number(index)] ?? '', untranslated, depth + 1),
        )
    }
    return undefined
  }
  // Translates several sentences, in the longest groups that the catalogues have. Undefined when they have
  // none. `pieces` has sentences and their ends in turn, so each sentence takes two places.
  const inGroups = (
    pieces: string[],
    largestGroup: number,
    untranslated: Untranslated | undefined,
    depth: number,
  ) => {
    let translated = ''
    let isAnyKnown = false
    for (let from = 0; from < pieces.length; ) {
      // The longest group of sentences is tried first. Each further try leaves out its last sentence.
      let last = from + 2 * largestGroup
      let group = ''
      let found: string | undefined
      do {
        last -= 2
        // The full stop after the last sentence belongs to the group, but the space after it does not.
        group = pieces.slice(from, last + 1).join('') + (pieces[last + 1]?.slice(0, -1) ?? '')
        // An empty line is its own translation.
        found = group === '' ? '' : findWhole(group, untranslated, depth)
      } while (found === undefined && last > from)
      isAnyKnown ||= found !== undefined
      translated += (found ?? datesInKiswahili(group)) + (pieces[last + 1]?.slice(-1) ?? '')
      from = last + 2
    }
    return isAnyKnown ? translated : undefined
  }
  const translate = (english: string, untranslated: Untranslated | undefined, depth: number): string => {
    const text = english.trim()
    if (!text || depth > MAX_DEPTH || untranslated?.has(text)) return english
    const found = findWhole(text, untranslated, depth)
    if (found !== undefined) return english.replace(text, () => found)
    const pieces = text.split(SENTENCE_END)
    if (pieces.length < 2) return datesInKiswahili(english)
    const translated =
      inGroups(pieces, text.length > MAX_PATTERN_LENGTH ? 1 : MAX_GROUP, untranslated, depth) ??
      // As the last try, the values of a pattern may span sentences.
      findWhole(text, untranslated, depth, true)
    return translated === undefined ? datesInKiswahili(english) : english.replace(text, () => translated)
  }
  return (english, untranslated) => translate(english, untranslated, 0)
}
