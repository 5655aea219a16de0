import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { bucketStore } from './bucket.ts'
import { type Files, SHELVES } from './file-store.ts'
import { folderStore } from './folder.ts'
import { codeOf } from '../error-fields.ts'

function syncFolder(path: string) {
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

// Flushes the folder for files and DATA_DIR to the disk. Then it flushes the folders above them, up to the
// first one that we may not read. A folder that is lost in a power cut would take its files with it.
function syncWithParents(root: string) {
  if (process.platform === 'win32') return
  for (const path of [root, dirname(root)]) syncFolder(path)
  try {
    for (let path = dirname(root); path !== dirname(path); path = dirname(path)) syncFolder(dirname(path))
  } catch {}
}

/**
 * Opens the store for files of this installation. Only this user of the operating system may enter its
 * folders.
 * @throws ConfigError when a folder cannot be made.
 */
export function openFiles(config: Pick<Config, 'dataDir' | 'bucket'>): Files {
  const root = join(config.dataDir, 'files')
  const incoming = join(root, 'incoming')
  try {
    for (const folder of [
      root,
      incoming,
      ...(config.bucket ? [] : SHELVES.map((shelf) => join(root, shelf))),
    ]) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
    }
    chmodSync(root, 0o700)
    syncWithParents(root)
    return { incoming, store: config.bucket ? bucketStore(config.bucket) : folderStore(root) }
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR is ${config.dataDir}, where no folder for files can be made (${codeOf(error)}).`,
    )
  }
}

/**
 * Deletes uploads that were still arriving when the last process ended. Only a process that is alone in the
 * data folder may call this.
 */
export function clearIncoming({ incoming }: Files): void {
  for (const name of readdirSync(incoming)) rmSync(join(incoming, name), { force: true })
}
