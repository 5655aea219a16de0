import fc from 'fast-check'

const HALF_PAIRS = { first: 0xd800, count: 0x800 } as const
/**
 * Any Unicode character. fast-check's own unit `binary` gives the same characters, but each use of it first
 * lists all 1.1 million of them for a second.
 */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - HALF_PAIRS.count })
  .map((index) => String.fromCodePoint(index < HALF_PAIRS.first ? index : index + HALF_PAIRS.count))

/** Any text of at most this many characters. */
export const anyText = (maxLength?: number) =>
  fc.string({ unit: anyCharacter, ...(maxLength === undefined ? {} : { maxLength }) })
