import { createHash } from 'node:crypto'
import { pipeline, Transform, type Readable } from 'node:stream'

/** A disk or a bucket gave other bytes than were kept: nothing for a caller to mend, and the operator's to know. */
class DamagedFile extends Error {
  readonly code = 'FILE_DAMAGED'
  constructor() {
    super('a file is not what was kept')
    this.name = 'DamagedFile'
  }
}

/**
 * The bytes that were kept under `hash`, or an error before the last of them leaves: half of a file, or another, is never taken for
 * the whole. With a `size` no more than so many are told.
 */
export function intact(kept: Readable, hash: string, size = Number.POSITIVE_INFINITY): Readable {
  const digest = createHash('sha256')
  let bytes = 0
  let held: Buffer | undefined
  const judge = new Transform({
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
  // Whichever of the two ends early ends the other.
  pipeline(kept, judge, () => {})
  return judge
}
