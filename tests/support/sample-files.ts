import { randomBytes } from 'node:crypto'
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

/** Sample files in their real formats, without personal data and harmless. */

export type ZipPart = {
  name: string
  data: string | Buffer
  stored?: boolean
  flags?: number
  claimed?: number
  packed?: Buffer
}

// Encodes a number in two or in four bytes, the lowest byte first.
const u16 = (value: number) => Buffer.from([value & 255, (value >> 8) & 255])
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}

/**
 * Builds a zip file: each part after its header, then the directory, which repeats the headers and adds the
 * position of each part. A part may state a wrong size (`claimed`) or provide its own compressed bytes
 * (`packed`).
 */
export function zip(parts: ZipPart[], { before = Buffer.alloc(0), count = parts.length } = {}): Buffer {
  const bodies: Buffer[] = [before]
  const listing: Buffer[] = []
  let index = before.length
  for (const { name, data, stored = false, flags = 0, claimed, packed: zipped } of parts) {
    const raw = Buffer.from(data)
    const bytes = zipped ?? (stored ? raw : deflateRawSync(raw))
    const label = Buffer.from(name)
    const facts = Buffer.concat([
      u16(20),
      u16(flags),
      u16(stored ? 0 : 8),
      u32(0),
      u32(crc32(raw)),
      u32(bytes.length),
      u32(claimed ?? raw.length),
      u16(label.length),
      u16(0),
    ])
    bodies.push(Buffer.concat([u32(0x04034b50), facts, label, bytes]))
    listing.push(
      Buffer.concat([u32(0x02014b50), u16(20), facts, u16(0), u16(0), u16(0), u32(0), u32(index), label]),
    )
    index += 30 + label.length + bytes.length
  }
  const directory = Buffer.concat(listing)
  return Buffer.concat([
    ...bodies,
    directory,
    u32(0x06054b50),
    u16(0),
    u16(0),
    u16(count),
    u16(count),
    u32(directory.length),
    u32(index),
    u16(0),
  ])
}

export const contentTypes = (more = '') =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>${more}</Types>`
export const relations = (inside = '') =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`
export const relation = (kind: string, target: string, external = false) =>
  `<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`

/** A Word document in which these parts replace others or are added. */
export const docx = (over: Record<string, string | Buffer> = {}, more: ZipPart[] = []): Buffer => {
  const parts: Record<string, string | Buffer> = {
    '[Content_Types].xml': contentTypes(),
    '_rels/.rels': relations(relation('officeDocument', 'word/document.xml')),
    'word/document.xml':
      '<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Wanjiku</w:t></w:r></w:p></w:body></w:document>',
    'word/_rels/document.xml.rels': relations(relation('hyperlink', 'https://example.com', true)),
    ...over,
  }
  return zip([...Object.entries(parts).map(([name, data]) => ({ name, data })), ...more])
}

/** A compound file with these names in its directory. Word 97, Excel and installers write such files. */
export function compound(names: string[], { encrypted = false } = {}): Buffer {
  const sector = 512
  const head = Buffer.alloc(sector)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(head)
  head.writeUInt16LE(0x3e, 24)
  head.writeUInt16LE(3, 26)
  head.writeUInt16LE(0xfffe, 28)
  head.writeUInt16LE(9, 30)
  head.writeUInt16LE(6, 32)
  head.writeUInt32LE(1, 44)
  head.writeUInt32LE(1, 48)
  head.writeUInt32LE(4096, 56)
  head.writeUInt32LE(0xfffffffe, 60)
  head.writeUInt32LE(0xfffffffe, 68)
  head.fill(0xff, 76)
  head.writeUInt32LE(0, 76)
  // Sector 0 has the table of sectors. The directory and the document follow. 0xfffffffe ends a chain of
  // sectors.
  const folders = Math.ceil(((names.length + 1) * 128) / sector)
  const entries = ['Root Entry', ...names].map((name, index) => {
    const entry = Buffer.alloc(128)
    entry.write(name, 'utf16le')
    entry.writeUInt16LE(name.length * 2 + 2, 64)
    entry[66] = index === 0 ? 5 : 2
    entry.writeUInt32LE(name === 'WordDocument' ? 1 + folders : 0xfffffffe, 116)
    entry.writeUInt32LE(name === 'WordDocument' ? 4_096 : 0, 120)
    return entry
  })
  const folder = Buffer.alloc(folders * sector)
  Buffer.concat(entries).copy(folder)
  const fat = Buffer.alloc(sector, 0xff)
  fat.writeUInt32LE(0xfffffffd, 0)
  for (let index = 1; index <= folders; index++)
    fat.writeUInt32LE(index === folders ? 0xfffffffe : index + 1, index * 4)
  for (let index = 1 + folders; index < 9 + folders; index++)
    fat.writeUInt32LE(index === 8 + folders ? 0xfffffffe : index + 1, index * 4)
  // The start of the document's own stream: the mark of Word, and a flag for encryption.
  const documentHead = Buffer.alloc(4_096)
  documentHead.writeUInt16LE(0xa5ec, 0)
  documentHead.writeUInt16LE(encrypted ? 0x0100 : 0, 10)
  return Buffer.concat([head, fat, folder, documentHead])
}
export const doc = () => compound(['WordDocument', '1Table', '\u0001CompObj', '\u0005SummaryInformation'])

/** A PDF file of one empty page, with `inside` among its objects, padded to `size` bytes. */
export function pdf(inside = '', size = 0): Buffer {
  const before = `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\n${inside}\n`
  const after = `\ntrailer<</Root 1 0 R>>\n%%EOF\n`
  // Pad with hex digits: they compress badly and never look like PDF syntax.
  const filling = Buffer.alloc(
    Math.max(0, size - before.length - after.length),
    randomBytes(1_024).toString('hex'),
  )
  return Buffer.concat([Buffer.from(before, 'latin1'), filling, Buffer.from(after)])
}

/** A chunk of a PNG file: the length, the type with the data, and their checksum. */
const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
export const pngText = (text: string) => chunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'))
export const pngChunk = chunk

/** A grey PNG image. `width` and `height` may claim more pixels than it has. */
export function png({ width = 4, height = 4, extra = [] as Buffer[], after = Buffer.alloc(0) } = {}): Buffer {
  const facts = Buffer.alloc(13)
  facts.writeUInt32BE(width, 0)
  facts.writeUInt32BE(height, 4)
  facts[8] = 8
  const rows = deflateSync(Buffer.alloc(Math.min(height, 64) * (Math.min(width, 64) + 1), 127))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', facts),
    ...extra,
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
    after,
  ])
}

/** A segment of a JPEG file: its marker, the length of the rest, and the data. */
const segment = (marker: number, data: Buffer) => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length + 2)
  return Buffer.concat([Buffer.from([0xff, marker]), length, data])
}
export const jpegSegment = segment

/** An Exif segment (photo data) with an orientation and a location, in the byte order of a phone. */
export function exif(orientation: number, place: string): Buffer {
  const tiff = Buffer.concat([
    Buffer.from(
      '49492a0008000000' + '0200' + '120103000100000000000000' + '0e01020000000000' + '26000000' + '00000000',
      'hex',
    ),
    Buffer.from(`${place}\0`),
  ])
  tiff.writeUInt16LE(orientation, 18)
  tiff.writeUInt32LE(place.length + 1, 26)
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff]))
}

// The JPEG data of one grey pixel, in the baseline format.
const TINY = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AR//Z',
  'base64',
)

/** A grey JPEG image of one pixel, with `extra` segments after its head and `after` after its end. */
export function jpeg({
  extra = [] as Buffer[],
  after = Buffer.alloc(0),
  width,
  height,
}: {
  extra?: Buffer[]
  after?: Buffer
  width?: number
  height?: number
} = {}): Buffer {
  const bytes = Buffer.from(TINY)
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  if (height !== undefined) bytes.writeUInt16BE(height, frame + 5)
  if (width !== undefined) bytes.writeUInt16BE(width, frame + 7)
  return Buffer.concat([bytes.subarray(0, 2), ...extra, bytes.subarray(2), after])
}

// The harmless test string that every virus scanner reports. It is split in two, so that scanners do not
// report this file.
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
