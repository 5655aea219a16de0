import { linkSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Creates a file that only its owner can read. The file appears with all its content or not at all, even when
 * other processes create it too.
 * @throws EEXIST when the file exists already.
 */
export function createFile(file: string, content: string): void {
  const temporary = `${file}.${process.pid}`
  // An earlier process with the same id may have ended before it removed its file.
  rmSync(temporary, { force: true })
  writeFileSync(temporary, content, { flag: 'wx', mode: 0o600 })
  // Linking to a name that exists fails. A rename would replace the existing file.
  try {
    linkSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}
