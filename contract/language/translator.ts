import { datesInKiswahili } from './dates-in-kiswahili.ts'

/**
 * The translations of sentences that come to a page in English: those of the contract, and those in replies.
 * `whole` has the Kiswahili by the fingerprint of the English text, so that the English is not sent as well.
 * `patterns` are sentences with values: the English parts around them, then the Kiswahili with `{0}`, `{1}`.
 */
export type Sentences = { whole: Record<string, string>; patterns: [parts: string[], translation: string][] }

/** Longer texts are not compared with the patterns, because that takes time. */
const MAX_PATTERN_LENGTH = 1_500
/** A value is translated too, and may hold values of its own. Translation goes so deep. */
const MAX_DEPTH = 3

/** A short name of a text (FNV-1a, 32 bits). A test checks that no two texts of the catalogues share one. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  return hash.toString(36)
}

/**
 * The values between the parts; undefined if the text is another sentence. A part is taken at its first place
 * after the part before it, and the last part at the end.
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
 * Splits a text between its sentences. Even places of the result have a sentence without its full stop, odd
 * places the full stop and the space. `5:00 p.m. EAT` is not split.
 */
const SENTENCE_END = /([.?!] (?=[A-Z])(?!EAT\b)|\n)/
/** A run is several sentences that the catalogues hold as one text. It has at most so many. */
const MAX_RUN = 3

/** Texts that are not translated. */
type Kept = ReadonlySet<string>

/**
 * Returns the function that translates what reaches a reader in English. It returns a text unchanged that it
 * does not know, for instance a name. Texts in `kept` stay, also as a value in a sentence: a person may be
 * called May.
 */
export function makeTranslator({ whole, patterns }: Sentences): (english: string, kept?: Kept) => string {
  // `least` is the shortest text that a pattern can match, which rules out most patterns at once. Longer
  // patterns come first, because a shorter one might match a part of them.
  const measured = patterns
    .map(([parts, translation]) => ({ parts, translation, least: parts.join('').length }))
    .sort((left, right) => right.least - left.least)
  const shortest = Math.min(...measured.map(({ least }) => least))
  // The translation of one sentence of the catalogues; undefined if the text is none. A value holds no
  // sentence end, because such sentences usually have translations of their own. With `areValuesLong` it may
  // hold one. So may a value at the end of the text.
  const sentence = (text: string, kept: Kept | undefined, depth: number, areValuesLong = false) => {
    const found = whole[fingerprint(text)]
    if (found !== undefined || text.length > MAX_PATTERN_LENGTH || text.length < shortest) return found
    for (const { parts, translation, least } of measured) {
      const values = text.length < least ? undefined : valuesIn(text, parts)
      const innerValues = parts.at(-1) === '' ? values?.slice(0, -1) : values
      if (values && (areValuesLong || !innerValues?.some((value) => SENTENCE_END.test(value))))
        return translation.replace(/\{(\d)\}/g, (_hole, index: string) =>
          translate(values[Number(index)] ?? '', kept, depth + 1),
        )
    }
    return undefined
  }
  /** Several sentences, as the longest runs of them that are known. Undefined if none is. */
  const inRuns = (pieces: string[], longestRun: number, kept: Kept | undefined, depth: number) => {
    let translated = ''
    let isAnyKnown = false
    for (let from = 0; from < pieces.length; ) {
      // The longest run is tried first. Each try leaves out its last sentence.
      let last = from + 2 * longestRun
      let run = ''
      let found: string | undefined
      do {
        last -= 2
        // The full stop belongs to the run, and the space after it does not.
        run = pieces.slice(from, last + 1).join('') + (pieces[last + 1]?.slice(0, -1) ?? '')
        found = run === '' ? '' : sentence(run, kept, depth)
      } while (found === undefined && last > from)
      isAnyKnown ||= found !== undefined
      translated += (found ?? datesInKiswahili(run)) + (pieces[last + 1]?.slice(-1) ?? '')
      from = last + 2
    }
    return isAnyKnown ? translated : undefined
  }
  const translate = (english: string, kept: Kept | undefined, depth: number): string => {
    const text = english.trim()
    if (!text || depth > MAX_DEPTH || kept?.has(text)) return english
    const found = sentence(text, kept, depth)
    if (found !== undefined) return english.replace(text, () => found)
    const pieces = text.split(SENTENCE_END)
    if (pieces.length < 2) return datesInKiswahili(english)
    const translated =
      inRuns(pieces, text.length > MAX_PATTERN_LENGTH ? 1 : MAX_RUN, kept, depth) ??
      sentence(text, kept, depth, true)
    return translated === undefined ? datesInKiswahili(english) : english.replace(text, () => translated)
  }
  return (english, kept) => translate(english, kept, 0)
}
