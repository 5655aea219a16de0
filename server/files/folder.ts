import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { type FileStore, SHELVES } from './file-store.ts'

const GOING = '.going'
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

// The clock that dates a file is this machine's, whatever the database says.
const isOlder = async (path: string, ms: number) => (await stat(path)).mtimeMs <= Date.now() - ms

async function syncFolder(path: string) {
  // Windows has no way to flush a folder, and needs none.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Keeps files in a folder that only this account may enter, on 256 shelves. */
export function folderStore(root: string): FileStore {
  for (const shelf of SHELVES) mkdirSync(join(root, shelf), { recursive: true, mode: 0o700 })
  for (const folder of process.platform === 'win32' ? [] : [root, dirname(root)]) {
    const handle = openSync(folder, 'r')
    fsyncSync(handle)
    closeSync(handle)
  }
  const shelfOf = (hash: string) => join(root, hash.slice(0, 2))
  const pathOf = (hash: string) => join(shelfOf(hash), hash)

  // A process that ended while it removed a file left it aside.
  const putBack = async (hash: string) => {
    await link(pathOf(hash) + GOING, pathOf(hash)).catch(() => {})
    await rm(pathOf(hash) + GOING, { force: true })
  }

  return {
    async put(temp, hash) {
      await rename(temp, pathOf(hash))
      await syncFolder(shelfOf(hash))
    },
    async open(hash): Promise<Readable | undefined> {
      try {
        return (await open(pathOf(hash), 'r')).createReadStream()
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    has: (hash) =>
      stat(pathOf(hash)).then(
        () => true,
        () => false,
      ),
    async remove(hash, olderThanMs = 0) {
      // Aside first: whoever puts the same file meanwhile either is seen here or makes a new one.
      const aside = pathOf(hash) + GOING
      try {
        await rename(pathOf(hash), aside)
        if (!(await isOlder(aside, olderThanMs))) await rename(aside, pathOf(hash))
        else await rm(aside, { force: true })
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },
    async *olderThan(ms, shelf) {
      for (const name of await readdir(join(root, shelf))) {
        const hash = /^[\da-f]{64}/.exec(name)?.[0]
        if (!hash) continue
        if (name.endsWith(GOING)) await putBack(hash)
        if (await isOlder(pathOf(hash), ms).catch(() => false)) yield hash
      }
    },
  }
}
