import { VALUE } from './rules.ts'

/** The text as `textsOfCode` gives it: without markup, and with one word for each value. */
const plain = (text: string) =>
  text
    .replace(/\{[^}]*\}/g, VALUE)
    .replaceAll('`', '')
    .replace(/\s+/g, ' ')
    .trim()

/** Finds `'Please log in'`. An apostrophe in a word, as in `don't`, is no quote. */
const QUOTED = /(?<![\p{L}\d])'(?<quoted>(?:[^'\n]|(?<=\p{L})'(?=\p{L}))+)'(?![\p{L}\d])/gu

/** Words of the specification itself: its rules have letters, and one of its areas is the signed-in area. */
const OWN_TERMS = /\bletters?\b|\bsigned-in(?= area| pages|-area\.md)/gi

/**
 * A text of the specification without what it quotes. Each quoted text counts as one word. If its own full
 * stop ends the sentence around it, the full stop stays.
 */
export const withoutQuotations = (text: string) =>
  text
    .replace(/(?<=[.!?])'(?=\s+\p{Lu})/gu, "'.")
    .replace(QUOTED, VALUE)
    .replace(OWN_TERMS, VALUE)

/** The texts in single quotes on a page of the specification. */
export const quotedTexts = (page: string) =>
  new Set(
    [...page.matchAll(QUOTED)]
      .map(({ groups }) => plain(groups?.quoted ?? ''))
      // A single word is a name or a value, not a text.
      .filter((text) => text.includes(' ')),
  )
