import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { type ByteReader, RejectedFile } from './reading.ts'

// Our own code and not the library yauzl, which hides the local headers. The rules below compare them.

/** Limits (T14). The ratio of unpacked to packed bytes matters from `ratioFrom` unpacked bytes on. */
const ZIP = {
  entries: 2_000,
  unpackedBytes: 50 * 1_048_576,
  ratio: 100,
  ratioFrom: 1_048_576,
} as const

/** One file in a zip, whose directory entry and local header agree. Its bytes are at `from` up to `to`. */
export type Entry = { name: string; isDeflated: boolean; from: number; to: number; unpackedSize: number }

// Lengths and signatures of the records in a zip (APPNOTE 4.3). Other numbers below are offsets of fields.
const END_LENGTH = 22
const ENTRY_LENGTH = 46
const LOCAL_LENGTH = 30
const MAX_COMMENT = 65_535
const END_MAGIC = 'PK\x05\x06'
const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const STORED = 0
const DEFLATED = 8
const ENCRYPTED_FLAGS = 0x1 | 0x40 | 0x2000
const NEEDS_ZIP64 = 0xffffffff

/** Reads the directory at the end of a zip. It starts at `directoryStart` and has `count` entries. */
async function findDirectory(
  reader: ByteReader,
): Promise<{ directory: Buffer; directoryStart: number; count: number }> {
  const tail = await reader.read(
    Math.max(0, reader.size - END_LENGTH - MAX_COMMENT),
    Math.min(reader.size, END_LENGTH + MAX_COMMENT),
  )
  const end = tail.subarray(Math.max(0, tail.lastIndexOf(END_MAGIC)))
  if (end.length < END_LENGTH || end.readUInt32LE(0) !== END_SIGNATURE) throw new RejectedFile('damaged')
  // Bytes after the end record could be read as another one. A line break that a mailer added is harmless.
  const endLength = END_LENGTH + end.readUInt16LE(20)
  const trailing = end.subarray(endLength)
  if (endLength > end.length || /[^\0\r\n ]/.test(trailing.toString('latin1')))
    throw new RejectedFile('damaged')
  const count = end.readUInt16LE(10)
  if (count > ZIP.entries) throw new RejectedFile('complex')
  const [length, offset] = [end.readUInt32LE(12), end.readUInt32LE(16)]
  if (offset + length !== reader.size - end.length) throw new RejectedFile('damaged')
  return { directory: await reader.read(offset, length), directoryStart: offset, count }
}

/** The directory's entry for one file of a zip. Its bytes start after a local header at `headerOffset`. */
type DirectoryEntry = {
  name: Buffer
  headerOffset: number
  isDeflated: boolean
  compressedSize: number
  unpackedSize: number
}

function* readDirectory(directory: Buffer, count: number): Generator<DirectoryEntry> {
  let position = 0
  for (let entry = 0; entry < count; entry++) {
    if (position + ENTRY_LENGTH > directory.length || directory.readUInt32LE(position) !== ENTRY_SIGNATURE)
      throw new RejectedFile('damaged')
    if (directory.readUInt16LE(position + 8) & ENCRYPTED_FLAGS) throw new RejectedFile('locked')
    const method = directory.readUInt16LE(position + 10)
    const [compressedSize, unpackedSize, headerOffset] = [
      directory.readUInt32LE(position + 20),
      directory.readUInt32LE(position + 24),
      directory.readUInt32LE(position + 42),
    ]
    if (
      (method !== STORED && method !== DEFLATED) ||
      [compressedSize, unpackedSize, headerOffset].includes(NEEDS_ZIP64)
    )
      throw new RejectedFile('damaged')
    const nameEnd = position + ENTRY_LENGTH + directory.readUInt16LE(position + 28)
    yield {
      name: directory.subarray(position + ENTRY_LENGTH, nameEnd),
      headerOffset,
      isDeflated: method === DEFLATED,
      compressedSize,
      unpackedSize,
    }
    position = nameEnd + directory.readUInt16LE(position + 30) + directory.readUInt16LE(position + 32)
  }
  if (position !== directory.length) throw new RejectedFile('damaged')
}

/**
 * The files of a zip (T13, T14). Rejects too many files, a declared size that is too large, and locked files.
 * Also rejects files that overlap or have the same name: two programs would read two different zips.
 */
export async function entriesOf(reader: ByteReader): Promise<Entry[]> {
  const { directory, directoryStart, count } = await findDirectory(reader)
  const directoryEntries = [...readDirectory(directory, count)]
  const totalUnpacked = directoryEntries.reduce((sum, entry) => sum + entry.unpackedSize, 0)
  const exceedsRatio = totalUnpacked > ZIP.ratioFrom && totalUnpacked > reader.size * ZIP.ratio
  if (totalUnpacked > ZIP.unpackedBytes || exceedsRatio) throw new RejectedFile('unpacked')
  const entries: Entry[] = []
  // Where the next file of the zip may start: after all earlier files.
  let nextFree = 0
  const byPosition = directoryEntries.toSorted((left, right) => left.headerOffset - right.headerOffset)
  for (const { name, headerOffset, isDeflated, compressedSize, unpackedSize } of byPosition) {
    if (headerOffset < nextFree) throw new RejectedFile('damaged')
    // Offsets in a local header (APPNOTE 4.3.7): 26 is the length of the name, 28 that of the extra field.
    const localHeader = await reader.read(headerOffset, LOCAL_LENGTH + name.length)
    if (
      localHeader.readUInt32LE(0) !== LOCAL_SIGNATURE ||
      !localHeader.subarray(LOCAL_LENGTH).equals(name) ||
      localHeader.readUInt16LE(26) !== name.length
    )
      throw new RejectedFile('damaged')
    const from = headerOffset + localHeader.length + localHeader.readUInt16LE(28)
    nextFree = from + compressedSize
    const isSizeFalse = !isDeflated && compressedSize !== unpackedSize
    if (nextFree > directoryStart || isSizeFalse) throw new RejectedFile('damaged')
    entries.push({
      // Spellings that a program may take for the same name become equal, such as `A\b.xml` and `a/b.xml`.
      name: name.toString('utf8').replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase(),
      isDeflated,
      from,
      to: nextFree,
      unpackedSize,
    })
  }
  if (new Set(entries.map(({ name }) => name)).size !== entries.length) throw new RejectedFile('damaged')
  return entries
}

// Each piece is copied: it is valid only until the next one is read, and the stream stores several.
async function* copyPieces(pieces: AsyncIterable<Buffer>) {
  for await (const piece of pieces) yield Buffer.from(piece)
}

/**
 * Unpacks one file of a zip, in pieces. It stops at the size that the directory declares, so a false size
 * cannot fill the memory.
 */
export async function* unpack(
  reader: ByteReader,
  { isDeflated, from, to, unpackedSize }: Entry,
): AsyncGenerator<Buffer> {
  const compressedBytes = Readable.from(copyPieces(reader.pieces(from, to)), { objectMode: false })
  const stream = isDeflated ? compressedBytes.pipe(createInflateRaw({ chunkSize: 65_536 })) : compressedBytes
  compressedBytes.on('error', (error) => stream.destroy(error))
  let bytes = 0
  try {
    const pieces: AsyncIterable<Buffer> = stream
    for await (const piece of pieces) {
      bytes += piece.length
      if (bytes > unpackedSize) throw new RejectedFile('unpacked')
      yield piece
    }
  } catch (error) {
    throw error instanceof RejectedFile ? error : new RejectedFile('damaged')
  } finally {
    compressedBytes.destroy()
    stream.destroy()
  }
  if (bytes !== unpackedSize) throw new RejectedFile('damaged')
}
