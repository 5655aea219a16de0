import type { Readable } from 'node:stream'

/** The 256 folders or prefixes for files, each with the first two digits of a file's hash as its name. */
export const SHELVES = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'))

/** Stores files, each under the SHA-256 of its bytes in hex, so that no file ever overwrites another. */
export type FileStore = {
  /**
   * Stores a finished temporary file. Once this resolves, the file survives a power cut and `temp` is gone
   * (R2).
   */
  put(temp: string, hash: string): Promise<void>
  /**
   * Undefined when there is no such file. Reading fails if the bytes differ from those that were stored, if
   * some are missing, or if there are more than `size`.
   */
  open(hash: string, size?: number): Promise<Readable | undefined>
  has(hash: string): Promise<boolean>
  /** With an age, removes only a file that was last put at least that many milliseconds ago. */
  remove(hash: string, olderThanMs?: number): Promise<void>
  /**
   * The files of one shelf that were last put at least `ageMs` ago, by the store's own clock. The sweep of
   * unused files needs them.
   */
  olderThan(ageMs: number, shelf: string): AsyncIterable<string>
}

/** The folder in which the portal's files arrive, and the store that holds them. */
export type Files = {
  /** A folder that only this process uses. Its files are not stored yet. */
  incoming: string
  store: FileStore
}
