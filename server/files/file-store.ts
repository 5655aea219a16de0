import type { Readable } from 'node:stream'

/** The names of the 256 folders or prefixes for files: the first two digits of the files' hashes. */
export const SHELVES = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'))

/** Stores files, each under the SHA-256 of its bytes in hex, so that no file ever overwrites another. */
export type FileStore = {
  /**
   * Stores a finished temporary file. After this resolves, the file survives a power cut and `temp` is gone
   * (R2).
   */
  put(temp: string, hash: string): Promise<void>
  /**
   * Opens a stored file; undefined when there is none. Reading fails if the bytes differ from the stored
   * ones, if some are missing, or if there are more than `size`.
   */
  open(hash: string, size?: number): Promise<Readable | undefined>
  has(hash: string): Promise<boolean>
  /** Removes a file. With an age, only if it was last stored at least that many milliseconds ago. */
  remove(hash: string, olderThanMs?: number): Promise<void>
  /**
   * The files of one shelf that were last stored at least `ageMs` ago, by the store's own clock. The sweep
   * that deletes unused files needs them.
   */
  olderThan(ageMs: number, shelf: string): AsyncIterable<string>
}

/** The folder in which uploaded files arrive, and the store that holds them. */
export type Files = {
  /** A folder that only this process uses, for files that are not stored yet. */
  incoming: string
  store: FileStore
}
