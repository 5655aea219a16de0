import { createHash, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Disk, realDisk } from './disk.ts'

/** An uploaded file that has arrived completely in the temporary folder and is flushed to the disk. */
export type Incoming = {
  path: string
  /** In bytes. */
  size: number
  /** SHA-256 in hex. */
  hash: string
}

/**
 * Writes a stream to a temporary file, and counts and hashes its bytes. If the stream fails, the file is
 * deleted.
 */
export async function writeIncoming(
  folder: string,
  source: AsyncIterable<Buffer>,
  { disk = realDisk, name = randomUUID() }: { disk?: Disk; name?: string } = {},
): Promise<Incoming> {
  const path = join(folder, name)
  const file = await disk.open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const piece of source) {
      hash.update(piece)
      size += piece.length
      await file.appendFile(piece)
    }
    await file.sync()
  } catch (error) {
    await disk.rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return { path, size, hash: hash.digest('hex') }
}

export const discard = (incoming: Pick<Incoming, 'path'>) => rm(incoming.path, { force: true })
