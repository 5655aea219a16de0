import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import type { LogFiles } from './log-files.ts'

/** The folder of the public log's files. They can be rebuilt from the database at any time. */
export const logFolder = (config: Pick<Config, 'dataDir'>) => join(config.dataDir, 'log')

/** The system reports ENOTDIR for a missing file when a folder of its path is a file. */
const undefinedIfMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}

/** Writes a file atomically: it appears with all its content, synced to disk, or not at all. */
async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const newFile = await open(`${file}.new`, 'w', 0o644)
  try {
    await newFile.writeFile(bytes)
    await newFile.sync()
  } finally {
    await newFile.close()
  }
  await rename(`${file}.new`, file)
}

/** The public log's files in a folder of this machine. */
export const folderFiles = (folder: string): LogFiles => ({
  place: folder,
  mayLoseFiles: true,
  read: (path) => readFile(join(folder, path)).catch(undefinedIfMissing),
  write: (path, bytes) => writeWhole(join(folder, path), bytes),
  byteCount: async (path) => (await stat(join(folder, path)).catch(undefinedIfMissing))?.size,
  removeBelow: (path) => rm(join(folder, path), { recursive: true, force: true }),
})
