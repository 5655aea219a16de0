import type { Readable } from 'node:stream'

/** Files are on shelves by the first two digits of their hash. */
export const SHELVES = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'))

/**
 * Where files are stored, each under the SHA-256 of its bytes in hex, so that no file ever overwrites
 * another.
 */
export type FileStore = {
  /**
   * Stores a finished temporary file. Once this resolves, the file survives a power cut and `temp` is gone
   * (R2).
   */
  put(temp: string, hash: string): Promise<void>
  /**
   * Undefined when there is no such file. Reading fails rather than give other bytes than were stored, or
   * only a part.
   */
  open(hash: string, size?: number): Promise<Readable | undefined>
  has(hash: string): Promise<boolean>
  /** With an age, removes only a file that was not put again since. */
  remove(hash: string, olderThanMs?: number): Promise<void>
  /**
   * The files of one shelf last put at least `ms` ago, by the store's own clock: for the sweep of files that
   * nothing refers to.
   */
  olderThan(ms: number, shelf: string): AsyncIterable<string>
}

/** The files of this portal: where they arrive, and where they are stored. */
export type Files = {
  /** A folder of this process alone; files here are not stored yet. */
  incoming: string
  store: FileStore
}
