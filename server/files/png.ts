import { refusePixels, type StoredParts } from './picture.ts'
import { type ByteReader, RejectedFile } from './reading.ts'

// The chunks that a PNG picture needs to look right. Text, dates, places, animation and bytes after the end
// are left out (T16).
const NEEDED = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'bKGD',
  'pHYs',
  'cICP',
])
const MAX_CHUNKS = 20_000

// A chunk of a PNG has four parts: length, type, data and checksum. Each part but the data has four bytes.
const SIGNATURE_BYTES = 8
const CHUNK_HEADER_BYTES = 8
const CHUNK_OVERHEAD_BYTES = 12

// A chunk's type starts with a capital when no program may ignore the chunk.
const isCritical = (type: string) => type.charCodeAt(0) < 'a'.charCodeAt(0)

/** Finds the parts of a PNG to store. */
export async function inspectPng(reader: ByteReader): Promise<StoredParts> {
  const parts: StoredParts = [{ from: 0, to: SIGNATURE_BYTES }]
  let hasData = false
  let start = SIGNATURE_BYTES
  for (let chunks = 0; ; chunks++) {
    const header = await reader.read(start, CHUNK_HEADER_BYTES)
    const [length, type] = [header.readUInt32BE(0), header.toString('latin1', 4)]
    const end = start + CHUNK_OVERHEAD_BYTES + length
    // The first chunk, and no other, must be the header.
    const isHeaderMisplaced = (chunks === 0) !== (type === 'IHDR')
    if (chunks > MAX_CHUNKS || end > reader.size || isHeaderMisplaced) throw new RejectedFile('damaged')
    if (type === 'IHDR') {
      // The data of the header starts with the width and the height.
      const size = await reader.read(start + CHUNK_HEADER_BYTES, 8)
      refusePixels(size.readUInt32BE(0), size.readUInt32BE(4))
    }
    hasData ||= type === 'IDAT'
    if (NEEDED.has(type)) parts.push({ from: start, to: end })
    else if (isCritical(type)) throw new RejectedFile('damaged')
    if (type === 'IEND') break
    start = end
  }
  if (!hasData) throw new RejectedFile('damaged')
  return parts
}
