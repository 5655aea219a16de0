import { fieldReader } from './fields.ts'
import { RejectedFile } from './reading.ts'
import { readTag, refuseEncoding, withoutPrefix } from './xml.ts'

// A name may have any letters. This text is bytes: `\s` would also match a byte of a letter, such as of `à`.
const NAME = /[^\t\n\r />]*/y
const UNQUOTED = /[^>"']*/y
const FIELD_TAGS = new Set(['fldSimple', 'fldChar', 'instrText', 'delInstrText'])
/** A tag with a field is rejected if it has more characters than this. */
const MAX_TAG_LENGTH = 131_072
/** The longest name of a tag, in bytes. Only a file that hides something has a longer one. */
const MAX_NAME_LENGTH = 500
/** How many characters after a `<` show what it starts. */
const LOOKAHEAD = MAX_NAME_LENGTH + 10
// XML markup that is skipped: how it starts and how it ends.
const SKIPPED: [string, string][] = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['</', '>'],
]

/** The position after the tag at `from`, whatever its quotes contain. -1 when `text` has no end of it. */
function endOfTag(text: string, from: number): number {
  for (let index = from; ; index++) {
    UNQUOTED.lastIndex = index
    index += UNQUOTED.exec(text)?.[0].length ?? 0
    if (text[index] === '>') return index + 1
    const quote = text[index]
    const closingQuote = quote === undefined ? -1 : text.indexOf(quote, index + 1)
    if (closingQuote < 0) return -1
    index = closingQuote
  }
}

const END_OF_CDATA = ']]>'
/** How many characters at the start of a part show whether the part is XML. */
export const BEGINNING_LENGTH = 1_000

// Parts with other names are XML if they start with `<`, or with a byte order mark of UTF-8 or UTF-16.
const startsXml = (name: string, beginning: string) =>
  name.endsWith('.xml') ||
  /^(?:\xef\xbb\xbf)?\s*(?:<|$)|^\xff\xfe|^\xfe\xff|^\0</.test(beginning.slice(0, BEGINNING_LENGTH))

/** Reads a part's XML and finds its fields. From `#position` on, `#text` is not read yet. */
class PartScanner {
  readonly #name: string
  readonly #fields = fieldReader()
  #text = ''
  #position = 0
  /** The text that ends what is being skipped: the end of a comment, or a quote within a tag. */
  #skipUntil: string | undefined
  #isInTag = false
  /** True while the text read belongs to the instruction of a field. */
  #isInInstruction = false

  constructor(name: string) {
    this.#name = name
  }

  add(piece: string) {
    this.#read(piece, false)
  }

  finish() {
    this.#read('', true)
    const isIncomplete = this.#skipUntil !== undefined || this.#isInTag || this.#position < this.#text.length
    if (isIncomplete) throw new RejectedFile('damaged')
    this.#fields.finish()
  }

  #read(piece: string, isLast: boolean) {
    if (piece.includes('\0')) throw new RejectedFile('damaged')
    this.#text = this.#text.slice(this.#position) + piece
    this.#position = 0
    while (this.#step(isLast)) {}
  }

  /** Reads the next tag, text or comment, or a part of it. Returns false if it needs the next piece. */
  #step(isLast: boolean): boolean {
    if (this.#skipUntil !== undefined) return this.#skip(this.#skipUntil)
    return this.#isInTag ? this.#skipTag() : this.#readText(isLast)
  }

  #skip(ending: string): boolean {
    const end = this.#text.indexOf(ending, this.#position)
    // The last characters of this piece may be the start of an ending that the next piece completes.
    const searchedUntil = Math.max(this.#position, this.#text.length - ending.length + 1)
    if (this.#isInInstruction && ending === END_OF_CDATA)
      this.#fields.add(this.#text.slice(this.#position, end < 0 ? searchedUntil : end))
    if (end < 0) {
      this.#position = searchedUntil
      return false
    }
    this.#position = end + ending.length
    this.#skipUntil = undefined
    return true
  }

  #skipTag(): boolean {
    UNQUOTED.lastIndex = this.#position
    this.#position += UNQUOTED.exec(this.#text)?.[0].length ?? 0
    if (this.#position === this.#text.length) return false
    const character = this.#text[this.#position]
    if (character === '>') this.#isInTag = false
    else this.#skipUntil = character
    this.#position++
    return true
  }

  #readFieldTag(tagName: string): boolean {
    const end = endOfTag(this.#text, this.#position)
    if (end < 0) {
      if (this.#text.length - this.#position > MAX_TAG_LENGTH) throw new RejectedFile('complex')
      return false
    }
    const { attributes } = readTag(this.#text, this.#position + 1)
    const valueOf = (wanted: string) => {
      const [first, second] = Object.entries(attributes).filter(
        ([attribute]) => withoutPrefix(attribute) === wanted,
      )
      // Only one of the two would be Word's own. The other one would hide it.
      if (second) throw new RejectedFile('macros')
      return first?.[1]
    }
    const isEmptyElement = this.#text.endsWith('/>', end)
    this.#isInInstruction = (tagName === 'instrText' || tagName === 'delInstrText') && !isEmptyElement
    if (tagName === 'fldSimple') this.#fields.addSimple(valueOf('instr') ?? '')
    if (tagName === 'fldChar') this.#fields.mark(valueOf('fldCharType'))
    this.#position = end
    return true
  }

  #readMarkup(isLast: boolean): boolean {
    if (this.#text.length - this.#position < LOOKAHEAD && !isLast) return false
    if (this.#text.startsWith('<![CDATA[', this.#position)) {
      this.#skipUntil = END_OF_CDATA
      this.#position += '<![CDATA['.length
      return true
    }
    const [start, end] = SKIPPED.find(([beginning]) => this.#text.startsWith(beginning, this.#position)) ?? []
    // A comment or a processing instruction does not end the instruction of a field. Any other tag does.
    if (start !== '<!--' && start !== '<?') this.#isInInstruction = false
    if (start) {
      this.#skipUntil = end
      this.#position += start.length
      return true
    }
    // In a Word document, only a drawing that came from elsewhere may have its own DTD.
    if (this.#text.startsWith('<!', this.#position) && !this.#name.endsWith('.svg'))
      throw new RejectedFile('damaged')
    NAME.lastIndex = this.#position + 1
    const name = NAME.exec(this.#text)?.[0] ?? ''
    if (name.length > MAX_NAME_LENGTH) throw new RejectedFile('damaged')
    const tagName = withoutPrefix(name)
    if (FIELD_TAGS.has(tagName)) return this.#readFieldTag(tagName)
    this.#isInTag = true
    this.#position++
    return true
  }

  #readText(isLast: boolean): boolean {
    const nextTag = this.#text.indexOf('<', this.#position)
    const end = nextTag < 0 ? this.#text.length : nextTag
    if (this.#isInInstruction) this.#fields.add(this.#text.slice(this.#position, end))
    this.#position = end
    return nextTag >= 0 && this.#readMarkup(isLast)
  }
}

/**
 * Reads a part of a Word document piece by piece, each byte about once. It rejects fields that run or fetch
 * something (T13). `beginning` is the first BEGINNING_LENGTH characters. Undefined for a part that is not
 * XML.
 */
export function partScanner(name: string, beginning: string): PartScanner | undefined {
  if (!startsXml(name, beginning)) return undefined
  refuseEncoding(beginning)
  return new PartScanner(name)
}
