import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import {
  compound,
  contentTypes,
  docx,
  jpeg,
  jpegSegment,
  pdf,
  png,
  pngChunk,
  relations,
  zip,
} from './sample-files.ts'

/**
 * Hostile files of every kind, at the highest cost that the inspection allows. Each repeats one construct.
 */
export function hostileFiles(): Buffer[] {
  const listing = (text: string) => docx({ '[Content_Types].xml': text.slice(0, 131_000) })
  const large = (text: string, times: number) =>
    docx({
      'word/document.xml': Buffer.from(text.repeat(times)),
      'word/media/image1.jpeg': randomBytes(4_500_000),
    })
  const many = (count: number, data: Buffer | string) =>
    Array.from({ length: count }, (_, index) => ({ name: `w/${index}`, data, stored: true }))
  const bomb = (bytes: number) =>
    `1 0 obj<</First 4/Filter/FlateDecode>>stream\n${deflateSync(Buffer.alloc(bytes)).toString('latin1')}endstream\n`
  const objects = (text: string) => pdf(text, 5_000_000)
  // The compound file's chain of sectors returns to its own start.
  const round = compound(Array.from({ length: 3 }, () => 'Workbook'))
  round.writeUInt32LE(1, 516)
  // The compound file claims 109 sectors of tables, but has no valid one.
  const broad = Buffer.concat([compound(['WordDocument']), Buffer.alloc(4_000_000, 1)])
  broad.writeUInt32LE(109, 44)
  return [
    // Word: a list of content types that repeats one construct.
    ...['<!--', '<Default ', `<Default ${'a'.repeat(9_000)}`, `<D a="`, '&#60;', '<', `<Default a='`].map(
      (text) => listing(text.repeat(40_000)),
    ),
    listing(contentTypes('<!-- -->'.repeat(15_000))),
    // Word: thirty lists of relations, full of comments that never end.
    docx(
      Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [
          `word/_rels/h${index}.xml.rels`,
          relations('<!-- '.repeat(3_000)),
        ]),
      ),
    ),
    // Word: a text that repeats one construct, beside a large image.
    ...[
      `<w:fldChar w:fldCharType="begin"/>`,
      '<w:instrText> ',
      '<w:instrText>PAGE',
      '<a b="',
      '<w:fldSimple w:instr="',
      '<!--',
      '<![CDATA[',
      '</',
      '<w:instrText> INCLUDETEXT &#32;',
      `<w:fldChar x='`,
      '<\u00ff',
      '<?',
      '<w:t/>',
    ].map((text) => large(text, 200_000)),
    // Word: a part that is very large once decompressed, and a part that is then larger than it states.
    docx({ 'word/document.xml': Buffer.alloc(51_000_000) }),
    docx({}, [{ name: 'word/x.xml', data: Buffer.alloc(60_000_000), claimed: 1_000 }]),
    // Zip files with very many parts.
    zip(many(1_900, 'x'.repeat(2_000))),
    docx({}, many(1_990, '<')),
    docx({}, many(9_000, '')),
    // PDF: objects that repeat one construct, and streams that become large when they are decompressed.
    ...[
      '1 0 obj<</First 4/Filter/FlateDecode>>stream\n',
      '#41',
      '/JavaScripte',
      'stream',
      'obj<<',
      '((((',
      '/Encrypte',
    ].map((text) => objects(text.repeat(Math.floor(4_900_000 / text.length)))),
    objects(bomb(16_000_000)),
    objects(bomb(100_000).repeat(1_999)),
    // PNG: very many chunks, a very large chunk, a very large size, and much data after the end.
    png({ extra: Array.from({ length: 19_000 }, () => pngChunk('tEXt', Buffer.alloc(1))) }),
    png({
      extra: Array.from({ length: 9_000 }, (_, index) =>
        pngChunk(index % 2 ? 'tEXt' : 'IDAT', Buffer.alloc(1)),
      ),
    }),
    png({ extra: [pngChunk('zTXt', Buffer.alloc(4_900_000))] }),
    png({ width: 60_000, height: 60_000 }),
    png({ after: Buffer.alloc(5_000_000, 'IDAT') }),
    // JPEG: very many segments, and much data that looks like the start of segments.
    jpeg({ extra: Array.from({ length: 1_900 }, () => jpegSegment(0xe1, Buffer.alloc(2_000))) }),
    jpeg({ extra: [Buffer.alloc(5_000_000, 0xff)] }),
    jpeg({ extra: Array.from({ length: 1_500 }, () => jpegSegment(0xda, Buffer.alloc(2_500, 0xff))) }),
    Buffer.concat([jpeg().subarray(0, -2), Buffer.alloc(5_000_000, Buffer.from('ff00', 'hex'))]),
    Buffer.concat([jpeg().subarray(0, -2), Buffer.alloc(5_000_000, Buffer.from('ffd0', 'hex'))]),
    // Compound files: a chain that returns to its start, missing tables, very many names, and a missing end.
    round,
    broad,
    compound(Array.from({ length: 400 }, () => 'Data')),
    Buffer.concat([compound(['WordDocument', 'Data']).subarray(0, 2_000), Buffer.alloc(5_000_000)]),
  ]
}
