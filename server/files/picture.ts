import { type Reading, RejectedFile } from './reading.ts'

// No sharp: it would decode strangers' pictures in native code. Ours copies the needed parts and decodes
// none.

/** Limit (T14). */
const MAX_PIXELS = 40_000_000

/** What is kept of a picture: parts of the original file, and bytes of ours. */
export type Remaining = ({ from: number; to: number } | Buffer)[]

/** @throws RejectedFile for a picture that would fill a reader's memory, or has no size at all. */
export const refusePixels = (width: number, height: number): void => {
  if (width === 0 || height === 0) throw new RejectedFile('damaged')
  if (width * height > MAX_PIXELS) throw new RejectedFile('tooManyPixels')
}

/** True when nothing was left out. */
export const isWhole = (remaining: Remaining, size: number): boolean => {
  let position = 0
  for (const part of remaining) {
    if (Buffer.isBuffer(part) || part.from !== position) return false
    position = part.to
  }
  return position === size
}

const PIECE = 65_536

/** In large pieces, however many small parts a picture has. */
export async function* remainingBytes(reading: Reading, remaining: Remaining): AsyncGenerator<Buffer> {
  const gathered = Buffer.allocUnsafeSlow(2 * PIECE)
  let filled = 0
  for (const part of remaining) {
    for await (const piece of Buffer.isBuffer(part) ? [part] : reading.pieces(part.from, part.to)) {
      filled += piece.copy(gathered, filled)
      if (filled < PIECE) continue
      yield gathered.subarray(0, filled)
      filled = 0
    }
  }
  yield gathered.subarray(0, filled)
}
