import { type ByteReader, RejectedFile } from './reading.ts'

// This is our own code. The library sharp would decode pictures of strangers in native code. This code copies
// the needed parts and decodes nothing.

/** A picture with more pixels could fill the memory of the program that shows it (T14). */
const MAX_PIXELS = 40_000_000

/** The parts of a picture that are stored: ranges of the original file, or bytes that we made. */
export type StoredParts = ({ from: number; to: number } | Buffer)[]

/** @throws RejectedFile for a picture with too many pixels, or with none. */
export const refusePixels = (width: number, height: number): void => {
  if (width === 0 || height === 0) throw new RejectedFile('damaged')
  if (width * height > MAX_PIXELS) throw new RejectedFile('tooManyPixels')
}

/** True when the parts to store are the whole original file of `size` bytes, in its order. */
export const isUnchanged = (storedParts: StoredParts, size: number): boolean => {
  let position = 0
  for (const part of storedParts) {
    if (Buffer.isBuffer(part) || part.from !== position) return false
    position = part.to
  }
  return position === size
}

const PIECE_BYTES = 65_536

/**
 * The stored parts of a picture, in large pieces: some pictures have thousands of small parts. Each piece is
 * valid only until the next is requested.
 */
export async function* storedBytes(reader: ByteReader, storedParts: StoredParts): AsyncGenerator<Buffer> {
  // The buffer may already hold almost PIECE_BYTES when a whole piece is added.
  const buffer = Buffer.allocUnsafeSlow(2 * PIECE_BYTES)
  let filled = 0
  for (const part of storedParts) {
    for await (const piece of Buffer.isBuffer(part) ? [part] : reader.pieces(part.from, part.to)) {
      filled += piece.copy(buffer, filled)
      if (filled < PIECE_BYTES) continue
      yield buffer.subarray(0, filled)
      filled = 0
    }
  }
  yield buffer.subarray(0, filled)
}
