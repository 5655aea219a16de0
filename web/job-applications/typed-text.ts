/**
 * Matches control characters, line separators and marks of direction, such as U+0000 or U+202E. The class
 * lists all that may stay: tabs, line breaks and every other character. Emoji stay as surrogate pairs.
 */
const UNSTORABLE =
  /[^\t\n\r\u0020-\u007e\u00a0-\u200d\u2010-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufffd\ud800-\udfff]/g

/** This character replaces half a surrogate pair. A paste leaves such a half if it cuts an emoji in two. */
const REPLACEMENT_CHARACTER = '\ufffd'

/**
 * Removes invisible characters that cannot be stored, so that a paste never makes a draft that the server
 * refuses (T15).
 */
export const asTyped = (text: string): string =>
  text.replace(UNSTORABLE, '').replace(/\p{Surrogate}/gu, REPLACEMENT_CHARACTER)

/** Leaves only the digits of a typed year, at most four. */
export const yearTyped = (text: string): string => text.replace(/\D/g, '').slice(0, 4)
