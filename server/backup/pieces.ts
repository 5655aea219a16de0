import { Readable, type Transform } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { BackupProblem } from './encrypt.ts'
import type { Part, Vault } from './vault.ts'

/** The least size of a piece of an encrypted stream. Memory holds at most two pieces of a stream. */
const PIECE_BYTES = 8 * 2 ** 20

const IS_LAST = true
const pieceName = (name: string, index: number) => `${name}.${String(index).padStart(6, '0')}`

/** Joins small buffers into pieces of at least PIECE_BYTES. The last piece may be shorter. */
async function* inPieces(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waitingChunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of source) {
    waitingChunks.push(chunk)
    bytes += chunk.length
    if (bytes < PIECE_BYTES) continue
    yield Buffer.concat(waitingChunks)
    waitingChunks = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(waitingChunks)
}

/** Passes a stream through a compressor or a decompressor. */
const through = (source: AsyncIterable<Buffer>, transform: Transform): AsyncIterable<Buffer> =>
  Readable.from(source, { objectMode: false }).compose(transform)

/** Compresses and encrypts a stream of any length, and stores it as a series of pieces. */
export async function writePieces(
  vault: Vault,
  name: string,
  source: AsyncIterable<Buffer>,
): Promise<Part[]> {
  const parts: Part[] = []
  // Each piece is written only when the next one exists, because the last piece must be marked as the last.
  let heldPiece: Buffer | undefined
  for await (const piece of inPieces(through(source, createZstdCompress()))) {
    if (heldPiece) parts.push(await vault.write(pieceName(name, parts.length), heldPiece))
    heldPiece = piece
  }
  parts.push(await vault.write(pieceName(name, parts.length), heldPiece ?? Buffer.alloc(0), IS_LAST))
  return parts
}

/**
 * Reads a stream back from its pieces. It fails if a piece is missing, damaged or in another place, or if the
 * end is missing.
 */
export function readPieces(vault: Vault, name: string, parts: Part[]): AsyncIterable<Buffer> {
  async function* pieces() {
    for (const [index, part] of parts.entries()) {
      if (part.name !== pieceName(name, index))
        throw new BackupProblem(`${pieceName(name, index)} is missing in the manifest of the backup.`)
      yield await vault.readPart(part, index === parts.length - 1)
    }
  }
  return through(pieces(), createZstdDecompress())
}
