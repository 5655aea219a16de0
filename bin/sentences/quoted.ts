import { VALUE } from './rules.ts'

/** As `textsOfCode` gives a text: without markup, and with each value as one word. */
const plain = (text: string) =>
  text
    .replace(/\{[^}]*\}/g, VALUE)
    .replaceAll('`', '')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * The texts that the specification quotes: in single quotes in S1 and S2, in double quotes on its other
 * pages.
 */
export const quotedTexts = (page: string) =>
  new Set(
    [
      // Takes `'Please log in'` and `"Apply Now"`. An apostrophe within a word, as in `don't`, is no quote.
      ...page.matchAll(
        /(?<![\p{L}\d])'(?<single>(?:[^'\n]|(?<=\p{L})'(?=\p{L}))+)'(?![\p{L}\d])|"(?<double>[^"\n]+)"/gu,
      ),
    ]
      .map(({ groups }) => plain(groups?.single ?? groups?.double ?? ''))
      // A single word is a name or a value, not a text.
      .filter((text) => text.includes(' ')),
  )
