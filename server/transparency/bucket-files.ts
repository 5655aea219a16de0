import { LRUCache } from 'lru-cache'
import { type Bucket, bucketObjects } from '../files/bucket.ts'
import { CHECKPOINT, type LogFiles } from './log-files.ts'

const FOLDER = 'log/'
const CACHED_BYTES = 16 * 2 ** 20
/** For so many ms the checkpoint is cached here. An HTTP cache may keep it for the same time. */
const CHECKPOINT_MS = 1_000

/**
 * The log's files in the bucket, below `log/`. One process writes them, and every machine reads them. Files
 * are cached: only the checkpoint changes, and a damaged file when it is written again.
 */
export function bucketFiles(bucket: Bucket, clock: () => number = () => performance.now()): LogFiles {
  const objects = bucketObjects(bucket)
  const cached = new LRUCache<string, Buffer>({
    maxSize: CACHED_BYTES,
    // The cache refuses the size 0, which an empty file would have.
    sizeCalculation: ({ length }) => length + 1,
  })
  let checkpoint: { readAtMs: number; bytes: Promise<Buffer | undefined> } | undefined
  const readCheckpoint = () => {
    if (checkpoint && clock() - checkpoint.readAtMs < CHECKPOINT_MS) return checkpoint.bytes
    const bytes = objects.get(FOLDER + CHECKPOINT)
    checkpoint = { readAtMs: clock(), bytes }
    // When the read fails, the next caller reads again.
    bytes.catch(() => (checkpoint = undefined))
    return bytes
  }
  const dropCached = (path: string) => {
    if (path === CHECKPOINT) checkpoint = undefined
    cached.delete(path)
  }
  return {
    place: `the bucket, ${FOLDER}`,
    mayLoseFiles: false,
    async read(path) {
      if (path === CHECKPOINT) return readCheckpoint()
      const bytes = cached.get(path) ?? (await objects.get(FOLDER + path))
      if (bytes) cached.set(path, bytes)
      return bytes
    },
    async write(path, bytes) {
      // The cached file is dropped before and after the write: a read meanwhile may cache the old one.
      dropCached(path)
      await objects.put(FOLDER + path, bytes)
      dropCached(path)
    },
    byteCount: async (path) => (await objects.get(FOLDER + path))?.length,
    async removeBelow(path) {
      for (const name of await objects.names(`${FOLDER}${path}/`)) await objects.remove(name)
    },
  }
}
