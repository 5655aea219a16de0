import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Disk, realDisk } from './disk.ts'
import type { FileStore } from './file-store.ts'
import { verified } from './intact.ts'
import { codeOf } from '../error-fields.ts'

// The store for files in a folder on a disk. `bucket.ts` is the store in an S3-compatible bucket.

/** The end of a file's name while the file is being removed. */
const REMOVAL_SUFFIX = '.going'
const hasCode = (code: string) => (error: unknown) => codeOf(error) === code
const [isMissing, isAlreadyThere] = [hasCode('ENOENT'), hasCode('EEXIST')]

// Both times are from this machine's clock, which dates its files. The database may have another time.
const isOlder = async (disk: Disk, path: string, ageMs: number) =>
  (await disk.stat(path)).mtimeMs <= Date.now() - ageMs

async function syncFolder(disk: Disk, path: string) {
  // On Windows a folder cannot be flushed, and need not be.
  if (process.platform === 'win32') return
  const folder = await disk.open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

// If the process ends or the power is cut during a removal, the file keeps its other name. It is linked back
// to its own name. Renaming it would overwrite a file that was stored since.
async function restoreRemoved(disk: Disk, path: string) {
  try {
    await disk.link(path + REMOVAL_SUFFIX, path)
  } catch (error) {
    if (isMissing(error)) return
    if (!isAlreadyThere(error)) throw error
  }
  await disk.rm(path + REMOVAL_SUFFIX, { force: true })
}

/**
 * Calls `read` with the path of a stored file. If the file's removal was interrupted, the file is restored
 * first. Undefined when there is no such file.
 */
async function readStored<Found>(
  disk: Disk,
  path: string,
  read: (path: string) => Promise<Found>,
): Promise<Found | undefined> {
  // If the first try finds no file, the second one comes after a try to restore the file.
  for (const isLastTry of [false, true]) {
    try {
      return await read(path)
    } catch (error) {
      if (!isMissing(error)) throw error
      if (!isLastTry) await restoreRemoved(disk, path)
    }
  }
  return undefined
}

async function removeOld(disk: Disk, path: string, olderThanMs: number) {
  // Another call may store the same file meanwhile, and that file must stay. So this one is renamed before
  // its date is read. If the other call comes after the rename, it creates a new file, which is not removed.
  const renamed = path + REMOVAL_SUFFIX
  try {
    await disk.rename(path, renamed)
    const isOld = await isOlder(disk, renamed, olderThanMs)
    if (isOld) await disk.rm(renamed, { force: true })
    // The other call stored its file before the rename. Renaming back may overwrite an even newer file. That
    // is harmless: both have the same content and a new date.
    else await disk.rename(renamed, path)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

/** Stores files in a folder with 256 shelves (folders for the files). The shelves must already exist. */
export function folderStore(root: string, disk: Disk = realDisk): FileStore {
  const shelfOf = (hash: string) => join(root, hash.slice(0, 2))
  const pathOf = (hash: string) => join(shelfOf(hash), hash)
  return {
    async put(temp, hash) {
      await disk.rename(temp, pathOf(hash))
      await syncFolder(disk, shelfOf(hash))
    },
    open: (hash, size): Promise<Readable | undefined> =>
      readStored(disk, pathOf(hash), async (path) =>
        verified((await disk.open(path, 'r')).createReadStream(), hash, size),
      ),
    has: async (hash) => (await readStored(disk, pathOf(hash), (path) => disk.stat(path))) !== undefined,
    remove: (hash, olderThanMs = 0) =>
      olderThanMs === 0 ? disk.rm(pathOf(hash), { force: true }) : removeOld(disk, pathOf(hash), olderThanMs),
    async *olderThan(ageMs, shelf) {
      for (const name of await disk.readdir(join(root, shelf))) {
        // Matches the name of a file, and also its name during a removal.
        const hash = /^[\da-f]{64}/.exec(name)?.[0]
        if (!hash) continue
        if (name.endsWith(REMOVAL_SUFFIX)) await restoreRemoved(disk, pathOf(hash))
        // A file whose date cannot be read is left out. Mostly another call has just removed it.
        if (await isOlder(disk, pathOf(hash), ageMs).catch(() => false)) yield hash
      }
    },
  }
}
