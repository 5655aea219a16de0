import { RejectedFile } from './reading.ts'

// A strict reader of XML. It reads only what the inspection of Word documents needs.

type Tag = { /** Without its prefix. */ name: string; attributes: Record<string, string> }

const MAX_CODE_POINT = 0x10ffff
const SPACE = /[\t\n\r ]*/y
const NAME = /[A-Za-z_][\w.:-]{0,99}/y
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
// XML in another encoding is rejected: two programs that assume different encodings would read two different
// texts.
const ENCODINGS = new Set(['utf-8', 'us-ascii', 'ascii', 'iso-8859-1', 'windows-1252'])

/**
 * Decodes the entities of a text. An unknown entity stays as it is.
 * @throws RejectedFile damaged for a number that belongs to no character.
 */
export const decodeEntities = (text: string) =>
  text.includes('&')
    ? text.replace(
        // Matches an entity: a decimal number, a hexadecimal number or a name. A number may start with any
        // number of zeros.
        /&(?:#(\d+)|#x([\da-f]+)|(\w{2,4}));/gi,
        (entity, decimal?: string, hex?: string, name?: string) => {
          if (!decimal && !hex) return ENTITIES[name ?? ''] ?? entity
          const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
          if (code > MAX_CODE_POINT) throw new RejectedFile('damaged')
          return String.fromCodePoint(code)
        },
      )
    : text

export const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Reads one tag, from its name to its `>`, and gives the position after it.
 * @throws RejectedFile damaged when it does not end, or is no tag.
 */
export function readTag(xml: string, from: number): Tag & { end: number } {
  let position = from
  const match = (expression: RegExp) => {
    expression.lastIndex = position
    const matched = expression.exec(xml)?.[0] ?? ''
    position += matched.length
    return matched
  }
  const name = match(NAME)
  const attributes: Record<string, string> = {}
  if (name === '') throw new RejectedFile('damaged')
  for (;;) {
    const space = match(SPACE)
    if (xml.startsWith('>', position) || xml.startsWith('/>', position) || xml.startsWith('?>', position))
      break
    const attribute = match(NAME)
    match(SPACE)
    const equals = xml[position]
    position++
    match(SPACE)
    const quote = xml[position]
    position++
    const end = quote === '"' || quote === "'" ? xml.indexOf(quote, position) : -1
    // For a value without quotes around it, `end` is -1. The check below then refuses the tag.
    const value = xml.slice(position, end)
    if (
      space === '' ||
      attribute === '' ||
      equals !== '=' ||
      end < 0 ||
      value.includes('<') ||
      Object.hasOwn(attributes, attribute)
    )
      throw new RejectedFile('damaged')
    attributes[attribute] = decodeEntities(value).trim()
    position = end + 1
  }
  return { name: withoutPrefix(name), attributes, end: xml.indexOf('>', position) + 1 }
}

/** @throws RejectedFile damaged for a text that declares an encoding we do not read. */
export function refuseEncoding(xml: string): void {
  if (xml.includes('\0')) throw new RejectedFile('damaged')
  if (!xml.startsWith('<?xml')) return
  // A declaration that does not end within 500 characters is refused too.
  const { encoding = 'utf-8' } = readTag(xml.slice(0, 500), '<?'.length).attributes
  if (!ENCODINGS.has(encoding.toLowerCase())) throw new RejectedFile('damaged')
}

/**
 * The tags of a small XML text, in one pass (T13). No listing of a Word file has a DTD, a processing
 * instruction or CDATA, so a text with one of them is damaged. So is a text that ends within a tag.
 */
export function* tagsOf(text: string): Generator<Tag> {
  const xml = text.replace(/^\ufeff/, '')
  refuseEncoding(xml)
  const declarationEnd = xml.startsWith('<?xml') ? xml.indexOf('?>') : undefined
  if (declarationEnd === -1) throw new RejectedFile('damaged')
  let position = declarationEnd === undefined ? 0 : declarationEnd + '?>'.length
  for (;;) {
    position = xml.indexOf('<', position)
    if (position < 0) return
    if (xml.startsWith('<!--', position)) {
      const end = xml.indexOf('-->', position + 4)
      if (end < 0) throw new RejectedFile('damaged')
      position = end + 3
    } else if (xml[position + 1] === '/') {
      position = xml.indexOf('>', position)
      if (position < 0) throw new RejectedFile('damaged')
    } else {
      const { name, attributes, end } = readTag(xml, position + 1)
      yield { name, attributes }
      position = end
    }
  }
}
