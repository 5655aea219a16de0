import { createHash } from 'node:crypto'
import { pipeline, Transform, type Readable } from 'node:stream'

/**
 * A disk or a bucket gave other bytes than were stored: the caller cannot fix it, and the operator must know.
 */
class DamagedFile extends Error {
  readonly code = 'FILE_DAMAGED'
  constructor() {
    super('a file is not what was kept')
    this.name = 'DamagedFile'
  }
}

/**
 * The bytes that were stored under `hash`, or an error before the last of them leaves: half of a file, or
 * another file, is never taken for the whole. With a `size`, at most that many bytes are sent.
 */
export function intact(stored: Readable, hash: string, size = Number.POSITIVE_INFINITY): Readable {
  const digest = createHash('sha256')
  let bytes = 0
  let held: Buffer | undefined
  const checker = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length
      if (bytes > size) return done(new DamagedFile())
      digest.update(piece)
      const before = held
      held = piece
      done(null, before)
    },
    flush: (done) => (digest.digest('hex') === hash ? done(null, held) : done(new DamagedFile())),
  })
  // When either stream ends early, it ends the other.
  pipeline(stored, checker, () => {})
  return checker
}
