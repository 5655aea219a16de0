import { fieldReader, refuseReaching } from './fields.ts'
import { RejectedFile } from './reading.ts'
import { readTag, refuseEncoding, withoutPrefix } from './xml.ts'

const NAME = /[\w.:-]{0,100}/y
const BARE = /[^>"']*/y
const WANTED = new Set(['fldSimple', 'fldChar', 'instrText', 'delInstrText'])
/** The longest tag that is read whole. */
const MOST_TAG = 131_072
/** This many characters show what a `<` begins. */
const ENOUGH = 110
// What begins with the first text is skipped up to the second.
const SKIPPED: [string, string][] = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['</', '>'],
]

/** Where the tag at `from` ends, whatever its quotes contain; -1 when the end is not in `text`. */
function endOfTag(text: string, from: number): number {
  for (let index = from; ; index++) {
    BARE.lastIndex = index
    index += BARE.exec(text)?.[0].length ?? 0
    if (text[index] === '>') return index + 1
    const close = index < text.length ? text.indexOf(text[index] ?? '', index + 1) : -1
    if (close < 0) return -1
    index = close
  }
}

const startsXml = (name: string, first: string) =>
  name.endsWith('.xml') || /^(?:\xef\xbb\xbf)?\s*(?:<|$)|^\xff\xfe|^\xfe\xff|^\0</.test(first.slice(0, 1_000))

/**
 * Reads a part of a Word document piece by piece, each byte about once, and rejects fields that run or fetch
 * something (T13). `first` is its beginning. Undefined for a part that is no XML.
 */
export function partScanner(
  name: string,
  first: string,
): { add(piece: string): void; finish(): void } | undefined {
  if (!startsXml(name, first)) return undefined
  refuseEncoding(first)
  const fields = fieldReader()
  let rest = ''
  let position = 0
  /** The text that ends what is being skipped: a tag, a quote in it, a comment. */
  let until: string | undefined
  let inTag = false
  let inWords = false

  const skip = (): boolean => {
    const end = rest.indexOf(until ?? '', position)
    if (inWords && until === ']]>')
      fields.add(rest.slice(position, end < 0 ? Math.max(position, rest.length - 2) : end))
    if (end < 0) {
      position = Math.max(position, rest.length - (until?.length ?? 1) + 1)
      return false
    }
    position = end + (until?.length ?? 0)
    until = undefined
    return true
  }

  const skipTag = (): boolean => {
    BARE.lastIndex = position
    position += BARE.exec(rest)?.[0].length ?? 0
    if (position === rest.length) return false
    if (rest[position] === '>') inTag = false
    else until = rest[position]
    position++
    return true
  }

  const readWanted = (name: string): boolean => {
    const end = endOfTag(rest, position)
    if (end < 0 && rest.length - position > MOST_TAG) throw new RejectedFile('complex')
    if (end < 0) return false
    const { attributes } = readTag(rest, position + 1)
    const value = (wanted: string) =>
      Object.entries(attributes).find(([attribute]) => withoutPrefix(attribute) === wanted)?.[1]
    inWords = (name === 'instrText' || name === 'delInstrText') && !rest.endsWith('/>', end)
    if (name === 'fldSimple') refuseReaching((value('instr') ?? '').replace(/\s+/g, ' '))
    if (name === 'fldChar') fields.mark(value('fldCharType'))
    position = end
    return true
  }

  const readMarkup = (last: boolean): boolean => {
    if (rest.length - position < ENOUGH && !last) return false
    if (rest.startsWith('<![CDATA[', position)) {
      until = ']]>'
      position += 9
      return true
    }
    const [start, end] = SKIPPED.find(([start]) => rest.startsWith(start, position)) ?? []
    if (start !== '<!--' && start !== '<?') inWords = false
    if (start) {
      until = end
      position += start.length
      return true
    }
    // Only a drawing that came from elsewhere may have a grammar of its own.
    if (rest.startsWith('<!', position) && !name.endsWith('.svg')) throw new RejectedFile('damaged')
    NAME.lastIndex = position + 1
    const local = withoutPrefix(NAME.exec(rest)?.[0] ?? '')
    if (WANTED.has(local)) return readWanted(local)
    inTag = true
    position++
    return true
  }

  const readText = (last: boolean): boolean => {
    const next = rest.indexOf('<', position)
    if (inWords) fields.add(rest.slice(position, next < 0 ? rest.length : next))
    position = next < 0 ? rest.length : next
    return next >= 0 && readMarkup(last)
  }

  const read = (piece: string, last: boolean) => {
    if (piece.includes('\0')) throw new RejectedFile('damaged')
    rest = rest.slice(position) + piece
    position = 0
    while (until !== undefined ? skip() : inTag ? skipTag() : readText(last)) {}
  }
  return {
    add: (piece) => read(piece, false),
    finish() {
      read('', true)
      if (until !== undefined || inTag || position < rest.length) throw new RejectedFile('damaged')
      fields.finish()
    },
  }
}
