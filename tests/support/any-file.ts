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

/**
 * Numbers at which parsers often fail: near 0, near powers of two, and the largest ones. In a compound file,
 * 0xfffffffd and more mark special sectors.
 */
const SIZES = [
  0, 1, 2, 3, 7, 64, 127, 128, 511, 512, 4_096, 65_535, 65_536, 0x7fffffff, 0xfffffffd, 0xfffffffe,
  0xffffffff,
]
const size = fc.oneof(fc.constantFrom(...SIZES), fc.nat())
/** Repeats a text: mostly a few times, sometimes very often. */
const repeated = (what: fc.Arbitrary<string>, most = 20_000) =>
  fc
    .tuple(what, fc.oneof({ weight: 9, arbitrary: fc.nat(20) }, { weight: 1, arbitrary: fc.nat(most) }))
    .map(([text, times]) => text.repeat(times))
/** Mixes these words with random words, in random order. */
const mixedText = (...words: string[]) =>
  fc
    .array(repeated(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 8 }))), { maxLength: 12 })
    .map((all) => all.join(''))
const rawBytes = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** Corrupts bytes: sets some, removes some, duplicates some, or truncates the file. */
const corrupted = (file: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> => {
  // `share`: where the change starts, as a share of the file.
  const change = fc.record({
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    how: fc.constantFrom('number', 'byte', 'cut', 'double', 'end'),
    value: size,
    length: fc.nat(600),
  })
  return fc
    .tuple(file, fc.oneof(fc.constant([]), fc.array(change, { minLength: 1, maxLength: 4 })))
    .map(([bytes, changes]) =>
      changes.reduce((now, { share, how, value, length }) => {
        // Never corrupt the first bytes, which are the signature of the file type.
        const from = 8 + Math.floor(share * (now.length - 8))
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

const FIELD_MARKS = ['begin', 'separate', 'end'].map((type) => `<w:fldChar w:fldCharType="${type}"/>`)
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
const RELATIONS = [
  relation('image', 'x'),
  relation('hyperlink', 'http://x', true),
  relation('attachedTemplate', 'file:///C:\\x', true),
  '<Default ',
  '<Override ContentType="',
]
const xml = mixedText(...MARKUP, ...FIELDS, ...FIELD_MARKS, ...RELATIONS)
const PART_NAMES = [
  '[Content_Types].xml',
  '_rels/.rels',
  'word/document.xml',
  'word/_rels/document.xml.rels',
  'word/header1.xml',
  'word/media/image1.png',
  'word/x.svg',
  'WORD\\Document.xml',
]
/** One more part of a Word document. It may state a wrong size, or have random bytes. */
const wordPart: fc.Arbitrary<ZipPart> = fc.record(
  {
    name: fc.oneof(fc.constantFrom(...PART_NAMES), fc.string({ maxLength: 20 })),
    data: fc.oneof(
      xml,
      xml.map((text) => relations(text)),
      fc.constant(contentTypes()),
    ),
    stored: fc.boolean(),
    flags: fc.constantFrom(0, 0, 0, 0, 1, 8, 0x800),
    claimed: size,
    packed: rawBytes,
  },
  { requiredKeys: ['name', 'data'] },
)
/** The three parts that every Word document has. Their content here is random. */
const ownParts = fc.tuple(xml, xml, xml).map(([types, listed, text]): ZipPart[] => [
  { name: '[Content_Types].xml', data: contentTypes(types) },
  { name: 'word/_rels/document.xml.rels', data: relations(listed) },
  { name: 'word/document.xml', data: `<w:document>${text}</w:document>` },
])
// Most generated parts state their true size: the portal refuses a wrong size before it reads the part.
const correctWordFile = ownParts.map((parts) => zip(parts))
/** A Word document. One in four of those with more parts states a wrong number of parts. */
const wordFile = fc.oneof(
  correctWordFile,
  fc
    .tuple(ownParts, fc.array(wordPart, { maxLength: 8 }), fc.nat(3))
    .map(([parts, more, wrong]) => zip([...parts, ...more], wrong === 3 ? { count: 9_999 } : {})),
)

const PDF_SYNTAX = [
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
const pdfObject = fc
  .tuple(
    mixedText(...PDF_SYNTAX),
    fc.oneof(
      mixedText(...PDF_SYNTAX).map(latin1),
      mixedText(...PDF_SYNTAX).map((text) => deflateSync(latin1(text))),
      rawBytes,
    ),
  )
  .map(([entries, data]) =>
    Buffer.concat([latin1(`1 0 obj<<${entries}>>stream\n`), data, latin1('\nendstream endobj\n')]),
  )
const pdfFile = fc
  .array(fc.oneof(pdfObject, mixedText(...PDF_SYNTAX).map(latin1)), { maxLength: 8 })
  .map((parts) => Buffer.concat([latin1('%PDF-1.7\n'), ...parts, latin1('%%EOF\n')]))

const pixels = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 6_000 }) },
  { weight: 1, arbitrary: size },
)
/** A chunk of a PNG file, repeated up to 300 times if it is short. */
const chunk = fc
  .tuple(
    fc.constantFrom('PLTE', 'IDAT', 'tEXt', 'eXIf', 'tRNS', 'aaaa', 'IDAT', 'tEXt', 'XYZa', 'IHDR', 'IEND'),
    rawBytes,
    fc.nat(300),
  )
  .map(([type, data, times]) =>
    Buffer.concat(Array.from({ length: data.length > 20 ? 1 : times }, () => pngChunk(type, data))),
  )
const pngFile = fc.tuple(pixels, pixels, fc.array(chunk, { maxLength: 8 })).map(([width, height, chunks]) => {
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
const jpegSegments = fc.oneof(
  fc
    .tuple(fc.oneof(marker, fc.constantFrom(0xe0, 0xe1, 0xe2, 0xfe)), label, rawBytes)
    .map(([type, words, data]) => jpegSegment(type, Buffer.concat([latin1(words), data]))),
  repeated(fc.constantFrom('\xff', '\xff\x00', '\xff\xd0', '\x00', '\xff\xda\x00\x02'), 3_000).map(latin1),
)
const jpegFile = fc
  .array(jpegSegments, { maxLength: 10 })
  .map((segments) =>
    Buffer.concat([
      latin1('\xff\xd8'),
      jpegSegment(0xc0, Buffer.from('080001000101011100', 'hex')),
      ...segments,
      jpegSegment(0xda, Buffer.alloc(8)),
      latin1('ab\xff\x00c\xff\xd9'),
    ]),
  )

const directoryName = fc.constantFrom(
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
const POSITIONS = [30, 44, 48, 76, 80, 512, 516, 520, 524]
const compoundFile = fc
  .tuple(
    fc.oneof(fc.array(directoryName, { maxLength: 3 }), fc.array(directoryName, { maxLength: 40 })),
    fc.nat(3),
    fc.array(fc.tuple(fc.constantFrom(...POSITIONS), size), { maxLength: 2 }),
  )
  .map(([names, encrypted, changes]) => {
    const bytes = compound([...names, 'WordDocument'], { encrypted: encrypted === 3 })
    for (const [position, value] of changes) bytes.writeUInt32LE(value >>> 0, position)
    return bytes
  })

export const anyFile = fc.oneof(
  corrupted(wordFile),
  corrupted(pdfFile),
  corrupted(pngFile),
  corrupted(jpegFile),
  corrupted(compoundFile),
  correctWordFile,
)
