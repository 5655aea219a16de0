import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { bucketStore } from './bucket.ts'
import type { Files } from './file-store.ts'
import { folderStore } from './folder.ts'

/**
 * The files of this installation.
 * @throws ConfigError when the folder cannot be used.
 */
export function openFiles(config: Pick<Config, 'dataDir' | 'bucket'>): Files {
  const root = join(config.dataDir, 'files')
  const incoming = join(root, 'incoming')
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 })
    mkdirSync(incoming, { recursive: true, mode: 0o700 })
    chmodSync(root, 0o700)
    return { incoming, store: config.bucket ? bucketStore(config.bucket) : folderStore(root) }
  } catch (error) {
    throw new ConfigError(`DATA_DIR is ${config.dataDir}, where no folder for files can be made (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** Clears away what was arriving when the last process ended. For the one process that has the data folder to itself. */
export function clearIncoming({ incoming }: Files): void {
  for (const name of readdirSync(incoming)) rmSync(join(incoming, name), { force: true })
}
