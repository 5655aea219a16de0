import { VALUE } from './rules.ts'

/** The text as `textsOfCode` gives it: without markup, and with one word for each value. */
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
      // Finds `'Please log in'` and `"Apply Now"`. An apostrophe in a word, as in `don't`, is no quote.
      ...page.matchAll(
        /(?<![\p{L}\d])'(?<single>(?:[^'\n]|(?<=\p{L})'(?=\p{L}))+)'(?![\p{L}\d])|"(?<double>[^"\n]+)"/gu,
      ),
    ]
      .map(({ groups }) => plain(groups?.single ?? groups?.double ?? ''))
      // A single word is a name or a value, not a text.
      .filter((text) => text.includes(' ')),
  )
