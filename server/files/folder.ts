import { mkdirSync } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FileStore } from './file-store.ts'

const SHELVES = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0'))
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

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
  const shelfOf = (hash: string) => join(root, hash.slice(0, 2))
  const pathOf = (hash: string) => join(shelfOf(hash), hash)

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
    async remove(hash, before) {
      // Aside first: whoever puts the same file meanwhile either is seen here or makes a new one.
      const aside = `${pathOf(hash)}.going`
      try {
        await rename(pathOf(hash), aside)
        if (before && (await stat(aside)).ctime >= before && (await stat(aside)).mtime >= before) await rename(aside, pathOf(hash))
        else await rm(aside, { force: true })
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },
    async *putBefore(before) {
      for (const shelf of SHELVES) {
        for (const name of await readdir(join(root, shelf))) {
          const hash = /^[\da-f]{64}/.exec(name)?.[0]
          const kept = hash && (await stat(join(root, shelf, name)).catch(() => undefined))
          if (kept && kept.mtime < before) yield hash
        }
      }
    },
  }
}
