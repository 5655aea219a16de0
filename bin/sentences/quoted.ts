import { VALUE } from './rules.ts'

/** The text as `textsOfCode` gives it: without markup, and with one word for each value. */
const plain = (text: string) =>
  text
    .replace(/\{[^}]*\}/g, VALUE)
    .replaceAll('`', '')
    .replace(/\s+/g, ' ')
    .trim()

/** The texts in single quotes on a page of the specification. */
export const quotedTexts = (page: string) =>
  new Set(
    [
      // Finds `'Please log in'`. An apostrophe in a word, as in `don't`, is no quote.
      ...page.matchAll(/(?<![\p{L}\d])'(?<quoted>(?:[^'\n]|(?<=\p{L})'(?=\p{L}))+)'(?![\p{L}\d])/gu),
    ]
      .map(({ groups }) => plain(groups?.quoted ?? ''))
      // A single word is a name or a value, not a text.
      .filter((text) => text.includes(' ')),
  )
