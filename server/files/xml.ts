import { RejectedFile } from './reading.ts'

export type Tag = { /** Without its prefix. */ name: string; attributes: Record<string, string> }

const SPACE = /[\t\n\r ]*/y
const NAME = /[A-Za-z_][\w.:-]{0,99}/y
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
// Two programs that assume different encodings would read two different texts.
const ENCODINGS = new Set(['utf-8', 'us-ascii', 'ascii', 'iso-8859-1', 'windows-1252'])

/** Text with its entities decoded. An unknown entity stays as it is. */
export const decoded = (text: string) =>
  text.includes('&')
    ? text.replace(
        /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi,
        (whole, tens?: string, hex?: string, name?: string) => {
          const code = tens ? Number(tens) : hex ? Number.parseInt(hex, 16) : undefined
          return code === undefined
            ? (NAMED[name ?? ''] ?? whole)
            : code <= 0x10ffff
              ? String.fromCodePoint(code)
              : ''
        },
      )
    : text

export const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * One tag, from its name to its `>`, and where it ends. @throws RejectedFile damaged when it does not end, or
 * is no tag.
 */
export function readTag(xml: string, from: number): Tag & { end: number } {
  let position = from
  const take = (expression: RegExp) => {
    expression.lastIndex = position
    const found = expression.exec(xml)?.[0] ?? ''
    position += found.length
    return found
  }
  const name = take(NAME)
  const attributes: Record<string, string> = {}
  if (name === '') throw new RejectedFile('damaged')
  for (;;) {
    const space = take(SPACE)
    if (xml.startsWith('>', position) || xml.startsWith('/>', position) || xml.startsWith('?>', position))
      break
    const attribute = take(NAME)
    take(SPACE)
    const equals = xml[position++]
    take(SPACE)
    const quote = xml[position++]
    const end = quote === '"' || quote === "'" ? xml.indexOf(quote, position) : -1
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
    attributes[attribute] = decoded(value).trim()
    position = end + 1
  }
  return { name: withoutPrefix(name), attributes, end: xml.indexOf('>', position) + 1 }
}

/** @throws RejectedFile damaged for a text that declares an encoding we do not read. */
export function refuseEncoding(xml: string): void {
  if (xml.includes('\0')) throw new RejectedFile('damaged')
  if (!xml.startsWith('<?xml')) return
  const { encoding = 'utf-8' } = readTag(xml.slice(0, 500), '<?'.length).attributes
  if (!ENCODINGS.has(encoding.toLowerCase())) throw new RejectedFile('damaged')
}

/**
 * The tags of a small XML text, in one pass however it is written (T13). A grammar, a processing instruction
 * or CDATA, which no listing of a Word file has, is damaged, and so is everything that does not end.
 */
export function* tagsOf(text: string): Generator<Tag> {
  const xml = text.replace(/^\ufeff/, '')
  refuseEncoding(xml)
  let position = xml.startsWith('<?xml') ? xml.indexOf('?>') + 2 : 0
  if (position === 1) throw new RejectedFile('damaged')
  while ((position = xml.indexOf('<', position)) >= 0) {
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
