import { linkSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Creates a file that appears with all its content or not at all, for its owner alone, even when others try
 * at the same moment.
 * @throws EEXIST when there is one already.
 */
export function createFile(file: string, content: string): void {
  const making = `${file}.${process.pid}`
  rmSync(making, { force: true })
  writeFileSync(making, content, { flag: 'wx', mode: 0o600 })
  try {
    linkSync(making, file)
  } finally {
    rmSync(making, { force: true })
  }
}
