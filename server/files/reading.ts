import type { FileHandle } from 'node:fs/promises'
import type { DOCUMENT_WORDS } from '#contract/documents/documents.ts'

/** Why a file is rejected, such as `damaged` or `macros`: the key of the sentence that its sender reads. */
export type RejectionReason = Exclude<keyof typeof DOCUMENT_WORDS, 'missing'>

/** Thrown while a file is inspected. It has the reason why the file is rejected. */
export class RejectedFile extends Error {
  readonly problem: RejectionReason
  constructor(reason: RejectionReason) {
    super(reason)
    this.problem = reason
  }
}

/** Reads a file at any position, in pieces. So the file is never in memory as a whole (R9). */
export type ByteReader = {
  size: number
  /** Reads `length` bytes from `position`. @throws RejectedFile damaged when the file ends earlier. */
  read(position: number, length: number): Promise<Buffer>
  /**
   * Reads the bytes from `from` up to `to`, in pieces. Each piece is valid only until the next is requested.
   */
  pieces(from: number, to: number): AsyncGenerator<Buffer>
}

const PIECE_BYTES = 65_536

export function byteReader(file: FileHandle, size: number): ByteReader {
  const readInto = async (buffer: Buffer, position: number, length: number) => {
    if (position < 0 || length < 0 || position + length > size) throw new RejectedFile('damaged')
    const { bytesRead } = await file.read(buffer, 0, length, position)
    if (bytesRead !== length) throw new RejectedFile('damaged')
    return buffer.length === length ? buffer : buffer.subarray(0, length)
  }
  // A hostile file may declare any length. So the buffer is at most as large as the file, and `readInto`
  // refuses a wrong length.
  const read = (position: number, length: number) =>
    readInto(Buffer.allocUnsafe(Math.max(0, Math.min(length, size))), position, length)
  return {
    size,
    read,
    async *pieces(from, to) {
      const buffer = Buffer.allocUnsafeSlow(Math.max(0, Math.min(PIECE_BYTES, to - from)))
      for (let index = from; index < to; index += PIECE_BYTES)
        yield await readInto(buffer, index, Math.min(PIECE_BYTES, to - index))
    },
  }
}
