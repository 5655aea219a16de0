import { createHash } from 'node:crypto'
import { pipeline, Transform, type Readable } from 'node:stream'

export const FILE_DAMAGED = 'FILE_DAMAGED'

/** A disk or bucket returned other bytes than were stored. The log shows this error to the operator. */
class DamagedFile extends Error {
  readonly code = FILE_DAMAGED
  constructor() {
    super('a stored file has changed')
    this.name = 'DamagedFile'
  }
}

/**
 * Streams the bytes that were stored under `hash`. It holds back the last piece until the hash is checked. So
 * a wrong or incomplete file ends with an error, and so does one of more bytes than `size`.
 */
export function verified(stored: Readable, hash: string, size = Number.POSITIVE_INFINITY): Readable {
  const digest = createHash('sha256')
  let bytes = 0
  let lastPiece: Buffer | undefined
  const checker = new Transform({
    transform(piece: Buffer, _encoding, callback) {
      bytes += piece.length
      if (bytes > size) return callback(new DamagedFile())
      digest.update(piece)
      const previousPiece = lastPiece
      lastPiece = piece
      callback(null, previousPiece)
    },
    flush: (callback) =>
      digest.digest('hex') === hash ? callback(null, lastPiece) : callback(new DamagedFile()),
  })
  // If either stream ends early, the other one is ended too.
  pipeline(stored, checker, () => {})
  return checker
}
