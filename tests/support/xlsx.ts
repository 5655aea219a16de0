import { crc32, inflateRawSync } from 'node:zlib'

/**
 * Reads the files of a zip by its directory. It checks each file's checksum and lengths.
 * @throws Error when the zip is invalid
 */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06'))
  if (end < 0 || end + 22 !== bytes.length) throw new Error('the zip has no end')
  const files = new Map<string, Buffer>()
  let index = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    // Each entry of the zip's directory starts with this number. Its fields follow at fixed positions.
    if (bytes.readUInt32LE(index) !== 0x02014b50) throw new Error('no entry here')
    const [method, sum, zipped, whole] = [
      bytes.readUInt16LE(index + 10),
      bytes.readUInt32LE(index + 16),
      bytes.readUInt32LE(index + 20),
      bytes.readUInt32LE(index + 24),
    ]
    const name = bytes.toString('utf8', index + 46, index + 46 + bytes.readUInt16LE(index + 28))
    const local = bytes.readUInt32LE(index + 42)
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const raw = bytes.subarray(from, from + zipped)
    const file = method === 0 ? raw : inflateRawSync(raw)
    if (file.length !== whole || crc32(file) !== sum) throw new Error(`${name} is broken`)
    files.set(name, file)
    index +=
      46 + bytes.readUInt16LE(index + 28) + bytes.readUInt16LE(index + 30) + bytes.readUInt16LE(index + 32)
  }
  return files
}

/**
 * Checks an XML text: every tag is closed correctly, and the text has no invalid characters.
 * @throws Error when the XML is not well-formed
 */
function assertWellFormed(xml: string): void {
  const open: string[] = []
  const rest = xml
    .replace(/^<\?xml[^?]*\?>/, '')
    .replace(
      /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>/g,
      (_, closes: string, name: string, __, empty: string) => {
        if (!closes && !empty) open.push(name)
        if (closes && open.pop() !== name) throw new Error(`</${name}> closes nothing`)
        return ''
      },
    )
  if (open.length > 0) throw new Error(`<${open.at(-1)}> stays open`)
  // oxlint-disable-next-line no-control-regex -- these are the ones XML does not know
  const odd = /[<>\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|&(?!(?:amp|lt|gt|quot);)/.exec(rest)
  if (odd) throw new Error(`${JSON.stringify(odd[0])} stands in the text`)
}

const plain = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The cells of the only sheet, by row and column letter. Text stays text; numbers and days are numbers. */
export function readSheet(bytes: Buffer): { rows: Record<string, string | number>[]; xml: string } {
  const files = unzip(bytes)
  for (const [name, file] of files) {
    assertWellFormed(file.toString('utf8'))
    if (!/\.(?:xml|rels)$/.test(name)) throw new Error(`${name} does not belong there`)
  }
  const xml = files.get('xl/worksheets/sheet1.xml')?.toString('utf8') ?? ''
  const rows = [...xml.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)].map(([, number, cells = '']) =>
    Object.fromEntries(
      [...cells.matchAll(/<c r="([A-Z]+)(\d+)"([^>]*)>(.*?)<\/c>/gs)].map(
        ([, column = '', row, how = '', what = '']): [string, string | number] => {
          if (row !== number) throw new Error(`${column}${row} stands in row ${number}`)
          const text = /^<is><t xml:space="preserve">(.*)<\/t><\/is>$/s.exec(what)
          return [
            column,
            how.includes('t="inlineStr"') ? plain(text?.[1] ?? '') : Number(/^<v>(.*)<\/v>$/.exec(what)?.[1]),
          ]
        },
      ),
    ),
  )
  return { rows, xml }
}

/** A strict parser of CSV by RFC 4180. */
export function readCsv(text: string): string[][] {
  if (!text.startsWith('\ufeff')) throw new Error('no byte order mark')
  const rows: string[][] = []
  // Matches one CSV cell, quoted or not, with the comma or line break after it.
  const lines = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  lines.lastIndex = 1
  let row: string[] = []
  for (let cell = lines.exec(text); cell; cell = lines.exec(text)) {
    row.push(cell[1] === undefined ? (cell[2] ?? '') : cell[1].replaceAll('""', '"'))
    if (cell[3] === '\r\n') {
      rows.push(row)
      row = []
    }
    if (lines.lastIndex === text.length) return rows
  }
  throw new Error('this is no CSV')
}
