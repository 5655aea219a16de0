import { inflateSync } from 'node:zlib'
import { type ByteReader, RejectedFile } from './reading.ts'

// Finds content in a PDF of which officers are warned, such as scripts.

// The flags of a PDF, and the names that show them. `/JS (` and `/JS<<` are JavaScript, `/JSON` is not.
const FLAG_PATTERNS: [string, RegExp][] = [
  ['javascript', /\/(?:JavaScript|JS)(?=[\s(<[/\]>])/],
  ['launch', /\/Launch(?=[\s(<[/\]>])/],
  ['embedded_file', /\/EmbeddedFiles?(?=[\s(<[/\]>])/],
  ['encrypted', /\/Encrypt(?=[\s(<[/\]>])/],
]
const PIECE_BYTES = 65_536
/** A name may be in two pieces, so each piece starts this many bytes before the end of the last. */
const OVERLAP = 64
/** Limits for compressed streams of objects: how many are unpacked, and how many bytes in total. */
const PACKED = { count: 2_000, bytes: 16 * 1_048_576 } as const
// The entries that only a stream of objects has: `/Type /ObjStm` and `/First 20`, but not `/FirstChar 20`.
const IS_PACKED = /\/(?:First|ObjStm)(?![\w.-])/
/** The entries of a stream are before it. The second length is searched only when the first is too short. */
const ENTRIES_LENGTHS = [4_096, 65_536]

// Decodes names: any of their characters may be written as #xx.
const decodeNames = (text: string) =>
  text.includes('#')
    ? text.replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

function addFlags(flags: Set<string>, bytes: Buffer) {
  for (let index = 0; index < bytes.length; index += PIECE_BYTES) {
    const names = decodeNames(bytes.toString('latin1', Math.max(0, index - OVERLAP), index + PIECE_BYTES))
    for (const [flag, pattern] of FLAG_PATTERNS) if (pattern.test(names)) flags.add(flag)
  }
}

/**
 * The text before the stream whose keyword is at `position`, and the stream's own entries in it. Undefined
 * when the entries are too long to find. The text starts at `from` at the earliest.
 */
function entriesBefore(
  bytes: Buffer,
  from: number,
  position: number,
): { textBefore: string; ownEntries: string } | undefined {
  for (const length of ENTRIES_LENGTHS) {
    const textBefore = decodeNames(bytes.toString('latin1', Math.max(from, position - length), position))
    const objectStart = textBefore.lastIndexOf('obj')
    if (objectStart >= 0) return { textBefore, ownEntries: textBefore.slice(objectStart) }
  }
  return undefined
}

const CR = 13
const LF = 10
// The keyword `stream` ends with CR LF, LF or CR.
const lineBreakLength = (bytes: Buffer, position: number) =>
  bytes[position] === CR && bytes[position + 1] === LF ? 2 : 1

/** A stream that fails counts as this many bytes, so that many broken ones cannot take all the time. */
const FAILED_UNPACK_BYTES = 8_192

/**
 * Unpacks compressed objects and searches them too. If one cannot be unpacked, its content is unknown, and
 * the file gets the flag `unreadable`.
 */
function addPacked(flags: Set<string>, bytes: Buffer) {
  let remainingBytes: number = PACKED.bytes
  let packedStreams = 0
  let previousEnd = 0
  for (let index = bytes.indexOf('stream'); index >= 0; index = bytes.indexOf('stream', previousEnd)) {
    const textStart = previousEnd
    const keywordEnd = index + 'stream'.length
    previousEnd = keywordEnd
    const isEndOfStream = bytes.toString('latin1', Math.max(0, index - 3), index) === 'end'
    if (isEndOfStream) continue
    const entries = entriesBefore(bytes, textStart, index)
    if (!entries) {
      flags.add('unreadable')
      continue
    }
    // All the text before is searched: a value that contains `obj` could hide a part of the entries.
    if (!IS_PACKED.test(entries.textBefore)) continue
    packedStreams++
    if (packedStreams > PACKED.count) {
      flags.add('unreadable')
      return
    }
    // When no bytes remain, each further stream fails, as if it could not be unpacked.
    const dataStart = keywordEnd + lineBreakLength(bytes, keywordEnd)
    try {
      const unpacked = inflateSync(bytes.subarray(dataStart), {
        maxOutputLength: Math.max(1, remainingBytes),
      })
      remainingBytes -= unpacked.length
      addFlags(flags, unpacked)
    } catch {
      // The text before may belong to another object. Only the stream's own entries say that it is packed.
      if (IS_PACKED.test(entries.ownEntries) && /\/Filter/.test(entries.ownEntries)) flags.add('unreadable')
      remainingBytes -= FAILED_UNPACK_BYTES
    }
  }
}

// Reused, because a thread reads one file at a time.
let buffer = Buffer.alloc(0)

/**
 * Inspects a PDF from its first byte to its end mark (T13). Returns flags for content besides pages, as a
 * warning for the officer who opens it.
 */
export async function inspectPdf(reader: ByteReader): Promise<string[]> {
  if (buffer.length < reader.size) buffer = Buffer.allocUnsafeSlow(reader.size)
  const bytes = buffer.subarray(0, reader.size)
  let position = 0
  for await (const piece of reader.pieces(0, reader.size)) position += piece.copy(bytes, position)
  if (!bytes.includes('%%EOF')) throw new RejectedFile('damaged')
  const flags = new Set<string>()
  addFlags(flags, bytes)
  // An encrypted PDF cannot be unpacked. Its own flag says so.
  if (!flags.has('encrypted')) addPacked(flags, bytes)
  return [...flags].sort()
}
