import { VALUE } from './rules.ts'

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
    [...page.matchAll(/(?<![\p{L}\d])'((?:[^'\n]|(?<=\p{L})'(?=\p{L}))+)'(?![\p{L}\d])|"([^"\n]+)"/gu)]
      .map(([, single, double]) => plain(single ?? double ?? ''))
      .filter((text) => text.includes(' ')),
  )
