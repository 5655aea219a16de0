// Finds the streams of a PDF, with their entries. An object starts with the keyword `obj`. Its entries follow
// as a dictionary, such as `<</Length 9/X(text)>>`, and then the keyword `stream`. A text or a comment among
// the entries may have any word, so they are read as a viewer reads them.

const OBJECT = 'obj'
const STREAM = 'stream'
const SPACE_AND_COMMENT = /[\0\t\n\f\r ]*(?:%[^\r\n]*)?/y
// Matches the start or the end of a dictionary or an array, a text of hex digits, a comment, the start of a
// text, or other characters.
const TOKEN = /<<|>>|<[^>]*>?|%[^\r\n]*|[[\]()>]|[^[\]()<>%]+/y
// Matches what matters within a text: a character after a backslash, or a bracket.
const TEXT_SIGN = /\\[^]|[()]/g
/** How many dictionaries and arrays may be inside each other. */
const MAX_DEPTH = 500
/**
 * How many characters are read in all. A PDF has at most 5 MB, and each usual object is read once. But a text
 * may have the keyword `obj` many times.
 */
const MAX_READ = 8_388_608

function afterSpace(text: string, from: number): number {
  for (let position = from; ; position = SPACE_AND_COMMENT.lastIndex) {
    SPACE_AND_COMMENT.lastIndex = position
    SPACE_AND_COMMENT.test(text)
    if (SPACE_AND_COMMENT.lastIndex === position) return position
  }
}

/** The position after a text, from the position after its `(`. It may have pairs of brackets. */
function endOfText(text: string, from: number): number {
  TEXT_SIGN.lastIndex = from
  for (let depth = 1; depth > 0; ) {
    const sign = TEXT_SIGN.exec(text)?.[0]
    if (sign === undefined) return text.length
    if (sign === '(') depth++
    if (sign === ')') depth--
  }
  return TEXT_SIGN.lastIndex
}

/** The position after the dictionary at `start`. The end of `text` when it does not end or is too deep. */
function endOfDictionary(text: string, start: number): number {
  const closings: string[] = []
  for (let position = start; position < text.length && closings.length <= MAX_DEPTH; ) {
    TOKEN.lastIndex = position
    const token = TOKEN.exec(text)?.[0] ?? ''
    position += token.length
    if (token === '(') position = endOfText(text, position)
    else if (token === '<<') closings.push('>>')
    else if (token === '[') closings.push(']')
    else if (token === closings.at(-1)) {
      closings.pop()
      if (closings.length === 0) return position
    }
  }
  return text.length
}

/**
 * The entries of each stream of a PDF, and the position after the keyword `stream`. It gives undefined for a
 * part that cannot be read. `text` has one character for each byte.
 */
export function* streamsOf(text: string): Generator<{ entries: string; keywordEnd: number } | undefined> {
  let unread = MAX_READ
  for (let index = text.indexOf(OBJECT); index >= 0; index = text.indexOf(OBJECT, index + OBJECT.length)) {
    const start = afterSpace(text, index + OBJECT.length)
    let end = start
    if (text.startsWith('<<', start)) {
      const entriesEnd = endOfDictionary(text, start)
      if (entriesEnd === text.length) yield undefined
      end = afterSpace(text, entriesEnd)
      if (text.startsWith(STREAM, end))
        yield { entries: text.slice(start, entriesEnd), keywordEnd: end + STREAM.length }
    }
    unread -= end - index
    if (unread < 0) {
      yield undefined
      return
    }
  }
}
