import { BackupProblem } from './encrypt.ts'

/** A file or a folder in a tar stream. Its `content` must be read before the next entry is requested. */
type TarEntry = { path: string; bytes: number; isFolder: boolean; content: AsyncIterable<Buffer> }

const BLOCK = 512
const NAME_BYTES = 100
const FILE = '0'
const FOLDER = '5'
// The positions of those fields in a header that are also read.
const SIZE_AT = 124
const SIZE_LENGTH = 12
const TYPE_AT = 156

/** A number in the ustar format: octal digits of a fixed width, and a zero byte. */
const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`

/** The header of an entry in the ustar format. */
export function tarHead(path: string, bytes: number, isFolder = false): Buffer {
  // The fields at their fixed positions: name, mode, owner and group, size, time, checksum, type, format.
  const head = Buffer.alloc(BLOCK)
  if (Buffer.byteLength(path) > NAME_BYTES) throw new BackupProblem(`${path} is too long for a backup.`)
  head.write(path, 0)
  head.write(octal(isFolder ? 0o700 : 0o600, 8), 100)
  head.write(octal(0, 8) + octal(0, 8), 108)
  // A size of eleven octal digits can be up to 8 GiB. A file of PostgreSQL has at most one GiB.
  head.write(octal(bytes, SIZE_LENGTH), SIZE_AT)
  head.write(octal(0, 12), 136)
  // The checksum is computed with spaces in its own field.
  head.write(' '.repeat(8), 148)
  head.write(isFolder ? FOLDER : FILE, TYPE_AT)
  // The format's name, a zero byte, and its version `00`.
  head.write('ustar\x0000', 257)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${octal(sum, 7)} `, 148)
  return head
}

const paddingOf = (bytes: number) => (BLOCK - (bytes % BLOCK)) % BLOCK
/** The zeros after a file's content that fill its last block. */
export const tarPadding = (bytes: number): Buffer => Buffer.alloc(paddingOf(bytes))
/** The end mark of a tar stream: two blocks of zeros. */
export const TAR_END: Buffer = Buffer.alloc(2 * BLOCK)

/** Reads a stream of buffers in the lengths that the caller requests. */
function reader(source: AsyncIterable<Buffer>) {
  const iterator = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  /** Reads at most `most` bytes. At the end of the stream there are none. */
  const readUpTo = async (most: number): Promise<Buffer> => {
    if (rest.length === 0) {
      const next = await iterator.next()
      if (next.done) return rest
      rest = next.value
    }
    const found = rest.subarray(0, most)
    rest = rest.subarray(found.length)
    return found
  }
  async function* exactly(bytes: number): AsyncGenerator<Buffer> {
    for (let missing = bytes; missing > 0; ) {
      const found = await readUpTo(missing)
      if (found.length === 0) throw new BackupProblem('The database in the backup ends too early.')
      missing -= found.length
      yield found
    }
  }
  const block = async (bytes: number) => {
    const pieces: Buffer[] = []
    for await (const piece of exactly(bytes)) pieces.push(piece)
    return Buffer.concat(pieces)
  }
  /** Reads a stream to its end, so that its last piece is checked too. */
  const drain = async () => {
    let piece: Buffer
    do {
      piece = await readUpTo(BLOCK)
    } while (piece.length > 0)
  }
  return { exactly, block, drain }
}

/** A text field of a header, up to its first zero byte. */
const textAt = (head: Buffer, from: number, length: number) =>
  head.toString('utf8', from, from + length).replace(/\0.*$/s, '')

/** The entries of a tar stream. @throws BackupProblem when the stream stops before its end mark. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const { exactly, block, drain } = reader(source)
  for (;;) {
    const head = await block(BLOCK)
    const isEndMark = head.every((byte) => byte === 0)
    if (isEndMark) return drain()
    const bytes = Number.parseInt(textAt(head, SIZE_AT, SIZE_LENGTH), 8)
    const path = textAt(head, 0, NAME_BYTES)
    yield { path, bytes, isFolder: textAt(head, TYPE_AT, 1) === FOLDER, content: exactly(bytes) }
    await block(paddingOf(bytes))
  }
}
