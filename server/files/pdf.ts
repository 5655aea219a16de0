import { inflateSync } from 'node:zlib'
import { streamsOf } from './pdf-streams.ts'
import { type ByteReader, RejectedFile } from './reading.ts'

// Finds content in a PDF that officers must be warned about, such as scripts.

// A PDF's flags, and the names that lead to them. `/JS (` and `/JS<<` are JavaScript, `/JSON` is not. A name
// ends at white space, a bracket, the next name or a comment.
const FLAG_PATTERNS: [string, RegExp][] = [
  ['javascript', /\/(?:JavaScript|JS)(?=[\s\0()<>[\]{}/%])/],
  ['launch', /\/Launch(?=[\s\0()<>[\]{}/%])/],
  ['embedded_file', /\/EmbeddedFiles?(?=[\s\0()<>[\]{}/%])/],
  ['encrypted', /\/Encrypt(?=[\s\0()<>[\]{}/%])/],
]
const PIECE_BYTES = 65_536
/** How many bytes two neighbouring pieces of a PDF share, because a name may be split between pieces. */
const OVERLAP = 64
/** Limits for streams of objects in a PDF: how many are unpacked, and how many bytes in total. */
const OBJECT_STREAMS = { count: 2_000, bytes: 16 * 1_048_576 } as const
// Only a stream of objects has these entries: `/Type /ObjStm` and `/First 20`, but not `/FirstChar 20`.
const OBJECT_STREAM_ENTRY = /\/(?:First|ObjStm)(?![\w.-])/
// Matches an entry that says how a stream is packed. The entries F and DP are other names of the same.
const PACKING = /\/(?:F|Filter|DP|DecodeParms)(?![\w.-])/
// Matches the only packing that is unpacked here. A second filter, or a predictor, changes the bytes again.
const ONE_FLATE = /\/Filter\s*(?:\/FlateDecode(?![\w.-])|\[\s*\/FlateDecode\s*\])/

// Decodes names in a PDF, whose characters may be written as #xx.
const decodeNames = (text: string) =>
  text.includes('#')
    ? text.replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

function addFlags(flags: Set<string>, bytes: Buffer) {
  for (let index = 0; index < bytes.length; index += PIECE_BYTES) {
    const end = index + PIECE_BYTES
    const names = decodeNames(bytes.toString('latin1', Math.max(0, index - OVERLAP), end))
    // The end of the bytes ends a name too. The end of another piece may be in the middle of a name.
    const text = end < bytes.length ? names : `${names}\n`
    for (const [flag, pattern] of FLAG_PATTERNS) if (pattern.test(text)) flags.add(flag)
  }
}

const CR = 13
const LF = 10
// The keyword `stream` in a PDF ends with CR LF, LF or CR.
const lineBreakLength = (bytes: Buffer, position: number) =>
  bytes[position] === CR && bytes[position + 1] === LF ? 2 : 1

/** A stream that cannot be unpacked counts as this many bytes. Otherwise many of them could take too long. */
const FAILED_UNPACK_BYTES = 8_192

/**
 * Unpacks compressed objects of a PDF and searches them too. If one cannot be unpacked, its content is
 * unknown, and the file gets the flag `unreadable`.
 */
function addFlagsInObjectStreams(flags: Set<string>, bytes: Buffer) {
  let remainingBytes: number = OBJECT_STREAMS.bytes
  let streamCount = 0
  for (const stream of streamsOf(bytes.toString('latin1'))) {
    if (!stream) {
      flags.add('unreadable')
      continue
    }
    const entries = decodeNames(stream.entries)
    if (!OBJECT_STREAM_ENTRY.test(entries)) continue
    streamCount++
    if (streamCount > OBJECT_STREAMS.count) {
      flags.add('unreadable')
      return
    }
    // When the limit of bytes is used up, each further stream counts as one that cannot be unpacked.
    const dataStart = stream.keywordEnd + lineBreakLength(bytes, stream.keywordEnd)
    try {
      const unpacked = inflateSync(bytes.subarray(dataStart), {
        maxOutputLength: Math.max(1, remainingBytes),
      })
      remainingBytes -= unpacked.length
      addFlags(flags, unpacked)
      if (PACKING.test(entries.replace(ONE_FLATE, ''))) flags.add('unreadable')
    } catch {
      // A stream without packing cannot be unpacked either, but its bytes were searched with the file.
      if (PACKING.test(entries)) flags.add('unreadable')
      remainingBytes -= FAILED_UNPACK_BYTES
    }
  }
}

// This buffer is used again for each file, because a thread reads one file at a time.
let buffer = Buffer.alloc(0)

/**
 * Inspects a PDF from its first byte to its end mark (T13). Returns flags for content other than pages. They
 * warn an officer before they open the file.
 */
export async function inspectPdf(reader: ByteReader): Promise<string[]> {
  if (buffer.length < reader.size) buffer = Buffer.allocUnsafeSlow(reader.size)
  const bytes = buffer.subarray(0, reader.size)
  let position = 0
  for await (const piece of reader.pieces(0, reader.size)) position += piece.copy(bytes, position)
  if (!bytes.includes('%%EOF')) throw new RejectedFile('damaged')
  const flags = new Set<string>()
  addFlags(flags, bytes)
  // An encrypted PDF has a flag of its own. It cannot be unpacked.
  if (!flags.has('encrypted')) addFlagsInObjectStreams(flags, bytes)
  return [...flags].sort()
}
