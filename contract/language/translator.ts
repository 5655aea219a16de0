import { datesInKiswahili } from './dates-in-kiswahili.ts'

/**
 * The translations of the sentences that reach a reader in English: the contract's, and those of the wire.
 * `whole`: Kiswahili by the fingerprint of the English text, so that the English is not sent as well.
 * `patterns`: sentences with values. English parts around the values, then Kiswahili with `{0}`, `{1}`.
 */
export type Sentences = { whole: Record<string, string>; patterns: [parts: string[], translation: string][] }

/** Longer texts are not compared with the patterns, because that takes time. */
const MAX_PATTERN_LENGTH = 1_500
/** Values hold sentences with values, such as the name of a document in a reason. */
const MAX_DEPTH = 3

/** A short name of a text (FNV-1a, 32 bits): two texts of the catalogues never share one (a test). */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  return hash.toString(36)
}

/** The values between the parts; undefined if the text is another sentence. Each part is found once. */
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

/** Between two sentences. A text split here has a sentence at each even place, and after it its end. */
const SENTENCE_END = /([.?!] (?=[A-Z])(?!EAT\b)|\n)/
/** The most sentences of one text of the catalogues that is a part of a longer text. */
const MAX_RUN = 3

type Kept = ReadonlySet<string>

/**
 * Returns the function that translates what reaches a reader in English. It returns a text unchanged that it
 * does not know, for instance a name. Texts in `kept` stay, also as a value in a sentence: a person may be
 * called May.
 */
export function makeTranslator({ whole, patterns }: Sentences): (english: string, kept?: Kept) => string {
  // Most patterns are longer than most texts: they are ruled out at once. Longer ones come first, so that a
  // shorter one does not match a part of them.
  const measured = patterns
    .map(([parts, translation]) => ({ parts, translation, least: parts.join('').length }))
    .sort((left, right) => right.least - left.least)
  const shortest = Math.min(...measured.map(({ least }) => least))
  // With `areValuesLong`, a value may hold several sentences. Usually they have translations of their own. A
  // value at the end of a text may always hold them: it is translated as a text.
  const sentence = (text: string, kept: Kept | undefined, depth: number, areValuesLong = false) => {
    const found = whole[fingerprint(text)]
    if (found !== undefined || text.length > MAX_PATTERN_LENGTH || text.length < shortest) return found
    for (const { parts, translation, least } of measured) {
      const values = text.length < least ? undefined : valuesIn(text, parts)
      const inner = parts.at(-1) === '' ? values?.slice(0, -1) : values
      if (values && (areValuesLong || !inner?.some((value) => SENTENCE_END.test(value))))
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
      let last = from + 2 * longestRun
      let run = ''
      let found: string | undefined
      do {
        last -= 2
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
