/**
 * Text without control characters (except tab and line breaks), half surrogate pairs and direction marks
 * (T15, T29). `Ng'ang'a 😀` is valid. U+0000 is refused, and so is U+202E, which reverses the text after it.
 */
export const storable =
  /^(?:[\t\n\r\u0020-\u007e\u00a0-\u200d\u2010-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufffd]|[\ud800-\udbff][\udc00-\udfff])*$/

/** The text without the characters that `storable` refuses. */
export const withoutUnstorable = (text: string) =>
  Array.from(text)
    .filter((character) => storable.test(character))
    .join('')
