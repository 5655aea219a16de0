import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { codeOf } from '../error-fields.ts'
import type { Destination } from './destination.ts'

/** The end of the name of a file that is still being written. */
const UNFINISHED = '.new'

const undefinedIfMissing = (error: unknown) => {
  if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined
  throw error
}

/**
 * Makes a folder and the missing folders above it. Node's `recursive` option never ends below some folders.
 * An automounter, for instance, answers ENOENT for each share that it does not know.
 */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return
  await makeFolder(dirname(path))
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    // Another task of the same backup has already made this folder.
    if (codeOf(error) !== 'EEXIST') throw error
  })
}

async function syncFolder(path: string) {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Stores backups as files in a folder. Only this user of the operating system may read them. */
export function folderDestination(path: string): Destination {
  const root = resolve(path)
  return {
    async put(name, bytes) {
      const file = join(root, name)
      await makeFolder(dirname(file))
      const temporary = `${file}.${randomBytes(6).toString('hex')}${UNFINISHED}`
      try {
        const unfinished = await open(temporary, 'wx', 0o600)
        try {
          await unfinished.writeFile(bytes)
          await unfinished.sync()
        } finally {
          await unfinished.close()
        }
        await rename(temporary, file)
      } catch (error) {
        // An incomplete file is deleted. Otherwise each attempt would leave bytes on a full disk, which would
        // stay full.
        await rm(temporary, { force: true })
        throw error
      }
      await syncFolder(dirname(file))
    },
    get: (name) => readFile(join(root, name)).catch(undefinedIfMissing),
    async *list(folder) {
      const below = join(root, folder)
      const entries = await readdir(below, { recursive: true, withFileTypes: true }).catch(undefinedIfMissing)
      for (const entry of entries ?? []) {
        if (!entry.isFile() || entry.name.endsWith(UNFINISHED)) continue
        const file = join(entry.parentPath, entry.name)
        const found = await stat(file).catch(undefinedIfMissing)
        if (!found) continue
        yield {
          name: relative(root, file).replaceAll(sep, '/'),
          bytes: found.size,
          changedMs: found.mtimeMs,
        }
      }
    },
    remove: (name) => rm(join(root, name), { force: true }),
  }
}
