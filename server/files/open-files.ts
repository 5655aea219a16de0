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

// A shelf lost in a power cut takes its files along. Flushes also the folders above DATA_DIR, as far as we
// may read them.
function syncUpFrom(root: string) {
  if (process.platform === 'win32') return
  for (const path of [root, dirname(root)]) syncFolder(path)
  try {
    for (let path = dirname(root); path !== dirname(path); path = dirname(path)) syncFolder(dirname(path))
  } catch {}
}

/**
 * The files of this installation, in folders that only this account may enter.
 * @throws ConfigError when they cannot be used.
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
    syncUpFrom(root)
    return { incoming, store: config.bucket ? bucketStore(config.bucket) : folderStore(root) }
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR is ${config.dataDir}, where no folder for files can be made (${codeOf(error)}).`,
    )
  }
}

/**
 * Deletes what was arriving when the last process ended. Only for a process that has the data folder to
 * itself.
 */
export function clearIncoming({ incoming }: Files): void {
  for (const name of readdirSync(incoming)) rmSync(join(incoming, name), { force: true })
}
