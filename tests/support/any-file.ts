import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import {
  compound,
  contentTypes,
  jpegSegment,
  pngChunk,
  relation,
  relations,
  type ZipPart,
  zip,
} from './sample-files.ts'

/**
 * Random files of every kind that the portal inspects: well-formed files, then corrupted. Purely random bytes
 * would never reach these branches of a parser.
 */

const SIZES = [
  0, 1, 2, 3, 7, 64, 127, 128, 511, 512, 4_096, 65_535, 65_536, 0x7fffffff, 0xfffffffd, 0xfffffffe,
  0xffffffff,
]
const size = fc.oneof(fc.constantFrom(...SIZES), fc.nat())
/** Repeats a text: mostly a few times, sometimes very often. */
const often = (what: fc.Arbitrary<string>, most = 20_000) =>
  fc
    .tuple(what, fc.oneof({ weight: 9, arbitrary: fc.nat(20) }, { weight: 1, arbitrary: fc.nat(most) }))
    .map(([text, times]) => text.repeat(times))
/** Mixes these words with random words, in random order. */
const soup = (...words: string[]) =>
  fc
    .array(often(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 8 }))), { maxLength: 12 })
    .map((all) => all.join(''))
const raw = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** Corrupts bytes: sets some, removes some, duplicates some, or truncates the file. */
const spoilt = (file: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> => {
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    how: fc.constantFrom('number', 'byte', 'cut', 'double', 'end'),
    value: size,
    length: fc.nat(600),
  })
  return fc
    .tuple(file, fc.oneof(fc.constant([]), fc.array(change, { minLength: 1, maxLength: 4 })))
    .map(([bytes, changes]) =>
      changes.reduce((now, { at, how, value, length }) => {
        // Never corrupt the first bytes, which are the signature of the file type.
        const from = 8 + Math.floor(at * (now.length - 8))
        if (how === 'end') return now.subarray(0, from)
        if (how === 'cut') return Buffer.concat([now.subarray(0, from), now.subarray(from + length)])
        if (how === 'double') return Buffer.concat([now.subarray(0, from + length), now.subarray(from)])
        const next = Buffer.from(now)
        if (how === 'byte' && from < next.length) next[from] = value & 255
        if (how === 'number' && from + 4 <= next.length) next.writeUInt32LE(value >>> 0, from)
        return next
      }, bytes),
    )
}

const WORDS = ['begin', 'separate', 'end'].map((type) => `<w:fldChar w:fldCharType="${type}"/>`)
const MARKUP = [
  '<',
  '>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '?>',
  '<!DOCTYPE ',
  '</',
  '/>',
  '<a ',
  '<a b="',
  "<a b='",
  '"',
  "'",
  '=',
  '&#68;',
  '&',
  '\0',
  ' ',
  '\n',
  'ÿþ',
]
const FIELDS = [
  '<w:instrText>',
  '<w:instrText/>',
  '</w:instrText>',
  '<w:fldSimple w:instr="',
  'DDE ',
  'INCLUDEPICTURE ',
  'http://x.example ',
  '\\\\\\\\',
  'PAGE ',
]
const LISTED = [
  relation('image', 'x'),
  relation('hyperlink', 'http://x', true),
  relation('attachedTemplate', 'file:///C:\\x', true),
  '<Default ',
  '<Override ContentType="',
]
const xml = soup(...MARKUP, ...FIELDS, ...WORDS, ...LISTED)
const NAMES = [
  '[Content_Types].xml',
  '_rels/.rels',
  'word/document.xml',
  'word/_rels/document.xml.rels',
  'word/header1.xml',
  'word/media/image1.png',
  'word/x.svg',
  'WORD\\Document.xml',
]
const part: fc.Arbitrary<ZipPart> = fc.record(
  {
    name: fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 20 })),
    data: fc.oneof(
      xml,
      xml.map((text) => relations(text)),
      fc.constant(contentTypes()),
    ),
    stored: fc.boolean(),
    flags: fc.constantFrom(0, 0, 0, 0, 1, 8, 0x800),
    claimed: size,
    packed: raw,
  },
  { requiredKeys: ['name', 'data'] },
)
/** The three parts that every Word document has. Their content here is random. */
const own = fc.tuple(xml, xml, xml).map(([types, listed, text]): ZipPart[] => [
  { name: '[Content_Types].xml', data: contentTypes(types) },
  { name: 'word/_rels/document.xml.rels', data: relations(listed) },
  { name: 'word/document.xml', data: `<w:document>${text}</w:document>` },
])
// Most generated parts state their true size: the portal refuses a wrong size before it reads the part.
const honest = own.map((parts) => zip(parts))
const word = fc.oneof(
  honest,
  fc
    .tuple(own, fc.array(part, { maxLength: 8 }), fc.nat(3))
    .map(([parts, more, wrong]) => zip([...parts, ...more], wrong === 3 ? { count: 9_999 } : {})),
)

const ENTRIES = [
  '/Type/ObjStm',
  '/First 4',
  '/N 1',
  '/Filter/FlateDecode',
  '/J#53',
  '/JavaScript',
  '/Encrypt',
  '(',
  ')',
  '<<',
  '>>',
  '#',
  '#4',
  'obj',
  'endobj',
  'stream',
  'endstream',
  '%%EOF',
  '\r',
  '\n',
  '%',
]
const object = fc
  .tuple(
    soup(...ENTRIES),
    fc.oneof(
      soup(...ENTRIES).map(latin1),
      soup(...ENTRIES).map((text) => deflateSync(latin1(text))),
      raw,
    ),
  )
  .map(([entries, data]) =>
    Buffer.concat([latin1(`1 0 obj<<${entries}>>stream\n`), data, latin1('\nendstream endobj\n')]),
  )
const page = fc
  .array(fc.oneof(object, soup(...ENTRIES).map(latin1)), { maxLength: 8 })
  .map((parts) => Buffer.concat([latin1('%PDF-1.7\n'), ...parts, latin1('%%EOF\n')]))

const pixels = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 6_000 }) },
  { weight: 1, arbitrary: size },
)
const chunk = fc
  .tuple(
    fc.constantFrom('PLTE', 'IDAT', 'tEXt', 'eXIf', 'tRNS', 'aaaa', 'IDAT', 'tEXt', 'XYZa', 'IHDR', 'IEND'),
    raw,
    fc.nat(300),
  )
  .map(([type, data, times]) =>
    Buffer.concat(Array.from({ length: data.length > 20 ? 1 : times }, () => pngChunk(type, data))),
  )
const drawing = fc.tuple(pixels, pixels, fc.array(chunk, { maxLength: 8 })).map(([width, height, chunks]) => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width >>> 0, 0)
  head.writeUInt32BE(height >>> 0, 4)
  const end = [pngChunk('IDAT', Buffer.alloc(9)), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), pngChunk('IHDR', head), ...chunks, ...end])
})

const marker = fc.constantFrom(
  0xc0,
  0xc2,
  0xc4,
  0xd8,
  0xd9,
  0xda,
  0xdb,
  0xe0,
  0xe1,
  0xe2,
  0xee,
  0xef,
  0xfe,
  0x01,
  0xd0,
)
const label = fc.constantFrom(
  '',
  'JFIF\0',
  'Exif\0\0II*\0\x08\0\0\0',
  'Exif\0\0MM\0*\xff\xff\xff\xff',
  'ICC_PROFILE\0',
  'Adobe',
)
const segment = fc.oneof(
  fc
    .tuple(fc.oneof(marker, fc.constantFrom(0xe0, 0xe1, 0xe2, 0xfe)), label, raw)
    .map(([type, words, data]) => jpegSegment(type, Buffer.concat([latin1(words), data]))),
  often(fc.constantFrom('\xff', '\xff\x00', '\xff\xd0', '\x00', '\xff\xda\x00\x02'), 3_000).map(latin1),
)
const photo = fc
  .array(segment, { maxLength: 10 })
  .map((segments) =>
    Buffer.concat([
      latin1('\xff\xd8'),
      jpegSegment(0xc0, Buffer.from('080001000101011100', 'hex')),
      ...segments,
      jpegSegment(0xda, Buffer.alloc(8)),
      latin1('ab\xff\x00c\xff\xd9'),
    ]),
  )

const folder = fc.constantFrom(
  '1Table',
  '0Table',
  'Data',
  'ObjectPool',
  '\u0005SummaryInformation',
  '',
  'Workbook',
  'Macros',
  'EncryptedPackage',
)
// Byte positions of numbers in a compound file (the old Word format): sector size, table sectors, start of
// the directory, the table's own sectors, and sector chains.
const PLACES = [30, 44, 48, 76, 80, 512, 516, 520, 524]
const old = fc
  .tuple(
    fc.oneof(fc.array(folder, { maxLength: 3 }), fc.array(folder, { maxLength: 40 })),
    fc.nat(3),
    fc.array(fc.tuple(fc.constantFrom(...PLACES), size), { maxLength: 2 }),
  )
  .map(([names, encrypted, changes]) => {
    const bytes = compound([...names, 'WordDocument'], { encrypted: encrypted === 3 })
    for (const [at, value] of changes) bytes.writeUInt32LE(value >>> 0, at)
    return bytes
  })

export const anyFile = fc.oneof(
  spoilt(word),
  spoilt(page),
  spoilt(drawing),
  spoilt(photo),
  spoilt(old),
  honest,
)
