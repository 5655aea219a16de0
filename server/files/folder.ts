import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Disk, realDisk } from './disk.ts'
import type { FileStore } from './file-store.ts'
import { intact } from './intact.ts'
import { codeOf } from '../error-fields.ts'

const GOING = '.going'
const is = (code: string) => (error: unknown) => codeOf(error) === code
const [isMissing, isThere] = [is('ENOENT'), is('EEXIST')]

/** Stores files on the 256 shelves of a folder; the shelves must exist. */
export function folderStore(root: string, disk: Disk = realDisk): FileStore {
  const shelfOf = (hash: string) => join(root, hash.slice(0, 2))
  const pathOf = (hash: string) => join(shelfOf(hash), hash)

  const syncShelf = async (hash: string) => {
    // Windows has no way to flush a folder, and needs none.
    if (process.platform === 'win32') return
    const shelf = await disk.open(shelfOf(hash), 'r')
    try {
      await shelf.sync()
    } finally {
      await shelf.close()
    }
  }

  // This machine's clock dates a file, whatever the database says.
  const isOlder = async (path: string, ms: number) => (await disk.stat(path)).mtimeMs <= Date.now() - ms

  // A removal that the process or a power cut interrupted left its file aside. It is linked back, so that a
  // newer file is not overwritten.
  const putBack = async (hash: string) => {
    try {
      await disk.link(pathOf(hash) + GOING, pathOf(hash))
    } catch (error) {
      if (isMissing(error)) return
      if (!isThere(error)) throw error
    }
    await disk.rm(pathOf(hash) + GOING, { force: true })
  }

  /** The result of `find` at the file's path; undefined when there is no file, not even aside. */
  const find = async <Found>(
    hash: string,
    find: (path: string) => Promise<Found>,
  ): Promise<Found | undefined> => {
    for (const last of [false, true]) {
      try {
        return await find(pathOf(hash))
      } catch (error) {
        if (!isMissing(error)) throw error
        if (!last) await putBack(hash)
      }
    }
    return undefined
  }

  return {
    async put(temp, hash) {
      await disk.rename(temp, pathOf(hash))
      await syncShelf(hash)
    },
    open: (hash, size): Promise<Readable | undefined> =>
      find(hash, async (path) => intact((await disk.open(path, 'r')).createReadStream(), hash, size)),
    has: async (hash) => (await find(hash, (path) => disk.stat(path))) !== undefined,
    async remove(hash, olderThanMs = 0) {
      if (olderThanMs === 0) return disk.rm(pathOf(hash), { force: true })
      // Aside first: a caller who puts the same file meanwhile either is seen here or makes a new one.
      const aside = pathOf(hash) + GOING
      try {
        await disk.rename(pathOf(hash), aside)
        if (!(await isOlder(aside, olderThanMs))) await disk.rename(aside, pathOf(hash))
        else await disk.rm(aside, { force: true })
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },
    async *olderThan(ms, shelf) {
      for (const name of await disk.readdir(join(root, shelf))) {
        const hash = /^[\da-f]{64}/.exec(name)?.[0]
        if (!hash) continue
        if (name.endsWith(GOING)) await putBack(hash)
        if (await isOlder(pathOf(hash), ms).catch(() => false)) yield hash
      }
    },
  }
}
