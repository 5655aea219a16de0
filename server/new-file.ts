import { linkSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Creates a file that only its owner can read. It appears with all its content or not at all, even when other
 * processes try at the same moment.
 * @throws EEXIST when there is one already.
 */
export function createFile(file: string, content: string): void {
  const temporary = `${file}.${process.pid}`
  rmSync(temporary, { force: true })
  writeFileSync(temporary, content, { flag: 'wx', mode: 0o600 })
  // A link fails when the file exists; a rename would replace it.
  try {
    linkSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}
