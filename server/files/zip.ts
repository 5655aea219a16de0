import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { type Reading, RejectedFile } from './reading.ts'

// No yauzl: the rules below compare the raw headers of both places, which it reads and does not show.

/** Limits (T14). */
export const ZIP = {
  entries: 2_000,
  unpackedBytes: 50 * 1_048_576,
  ratio: 100,
  ratioFrom: 1_048_576,
} as const

/** One file of a zip, on which its directory entry and its own header agree. */
export type Entry = { name: string; deflated: boolean; from: number; to: number; unpacked: number }

const END_LENGTH = 22
const LOCKED = 0x1 | 0x40 | 0x2000
const NEEDS_ZIP64 = 0xffffffff

async function directoryOf(reading: Reading): Promise<{ directory: Buffer; at: number; count: number }> {
  const tail = await reading.read(
    Math.max(0, reading.size - END_LENGTH - 65_535),
    Math.min(reading.size, END_LENGTH + 65_535),
  )
  const end = tail.subarray(Math.max(0, tail.lastIndexOf('PK\x05\x06')))
  if (end.length < END_LENGTH || end.readUInt32LE(0) !== 0x06054b50) throw new RejectedFile('damaged')
  // Bytes after the end could be read as another end by another program; a line break that a mailer added is
  // harmless.
  const after = end.subarray(END_LENGTH + end.readUInt16LE(20))
  if (END_LENGTH + end.readUInt16LE(20) > end.length || /[^\0\r\n ]/.test(after.toString('latin1')))
    throw new RejectedFile('damaged')
  const count = end.readUInt16LE(10)
  if (count > ZIP.entries) throw new RejectedFile('complex')
  const [length, offset] = [end.readUInt32LE(12), end.readUInt32LE(16)]
  if (offset + length !== reading.size - end.length) throw new RejectedFile('damaged')
  return { directory: await reading.read(offset, length), at: offset, count }
}

/** The directory entry of one file in a zip; its bytes start after a header of their own. */
type Listed = { name: Buffer; head: number; deflated: boolean; compressed: number; unpacked: number }

function* listed(directory: Buffer, count: number): Generator<Listed> {
  let position = 0
  for (let n = 0; n < count; n++) {
    if (position + 46 > directory.length || directory.readUInt32LE(position) !== 0x02014b50)
      throw new RejectedFile('damaged')
    if (directory.readUInt16LE(position + 8) & LOCKED) throw new RejectedFile('locked')
    const method = directory.readUInt16LE(position + 10)
    const [compressed, unpacked, head] = [
      directory.readUInt32LE(position + 20),
      directory.readUInt32LE(position + 24),
      directory.readUInt32LE(position + 42),
    ]
    if ((method !== 0 && method !== 8) || [compressed, unpacked, head].includes(NEEDS_ZIP64))
      throw new RejectedFile('damaged')
    const nameEnd = position + 46 + directory.readUInt16LE(position + 28)
    yield {
      name: directory.subarray(position + 46, nameEnd),
      head,
      deflated: method === 8,
      compressed,
      unpacked,
    }
    position = nameEnd + directory.readUInt16LE(position + 30) + directory.readUInt16LE(position + 32)
  }
  if (position !== directory.length) throw new RejectedFile('damaged')
}

/**
 * The files of a zip (T13, T14): few enough, not too large unpacked by their declared sizes, none locked, and
 * none that overlaps another or is named twice, because then two programs would read two different zips.
 */
export async function entriesOf(reading: Reading): Promise<Entry[]> {
  const { directory, at: end, count } = await directoryOf(reading)
  const all = [...listed(directory, count)]
  const unpacked = all.reduce((sum, listed) => sum + listed.unpacked, 0)
  if (unpacked > ZIP.unpackedBytes || (unpacked > ZIP.ratioFrom && unpacked > reading.size * ZIP.ratio))
    throw new RejectedFile('unpacked')
  const entries: Entry[] = []
  let free = 0
  for (const { name, head, deflated, compressed, unpacked } of all.sort(
    (left, right) => left.head - right.head,
  )) {
    if (head < free) throw new RejectedFile('damaged')
    const own = await reading.read(head, 30 + name.length)
    if (
      own.readUInt32LE(0) !== 0x04034b50 ||
      !own.subarray(30).equals(name) ||
      own.readUInt16LE(26) !== name.length
    )
      throw new RejectedFile('damaged')
    const from = head + own.length + own.readUInt16LE(28)
    free = from + compressed
    if (free > end || (!deflated && compressed !== unpacked)) throw new RejectedFile('damaged')
    entries.push({
      name: name.toString('utf8').replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase(),
      deflated,
      from,
      to: free,
      unpacked,
    })
  }
  if (new Set(entries.map(({ name }) => name)).size !== entries.length) throw new RejectedFile('damaged')
  return entries
}

async function* copies(pieces: AsyncIterable<Buffer>) {
  for await (const piece of pieces) yield Buffer.from(piece)
}

/**
 * Unpacks one file of a zip, in pieces, and no further than its directory says: a false size is found at
 * once.
 */
export async function* unpack(
  reading: Reading,
  { deflated, from, to, unpacked }: Entry,
): AsyncGenerator<Buffer> {
  const compressedBytes = Readable.from(copies(reading.pieces(from, to)), { objectMode: false })
  const stream = deflated ? compressedBytes.pipe(createInflateRaw({ chunkSize: 65_536 })) : compressedBytes
  compressedBytes.on('error', (error) => stream.destroy(error))
  let bytes = 0
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      bytes += piece.length
      if (bytes > unpacked) throw new RejectedFile('unpacked')
      yield piece
    }
  } catch (error) {
    throw error instanceof RejectedFile ? error : new RejectedFile('damaged')
  } finally {
    compressedBytes.destroy()
    stream.destroy()
  }
  if (bytes !== unpacked) throw new RejectedFile('damaged')
}
