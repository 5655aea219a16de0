import type { Readable } from 'node:stream'

/** Files stand on shelves by the first two digits of their hash. */
export const SHELVES = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'))

/** Where files are kept, each under the SHA-256 of its bytes in hex, so that none is ever written over by another. */
export type FileStore = {
  /** Takes a finished temporary file in. Once this resolves, the file survives a power cut and `temp` is gone (R2). */
  put(temp: string, hash: string): Promise<void>
  /** Undefined when there is no such file. What is read fails rather than be another file than was kept, or only a part. */
  open(hash: string, size?: number): Promise<Readable | undefined>
  has(hash: string): Promise<boolean>
  /** With an age, only a file that was not put again since. */
  remove(hash: string, olderThanMs?: number): Promise<void>
  /** The files of one shelf last put so long ago, by the store's own clock: for the sweep of what nobody refers to. */
  olderThan(ms: number, shelf: string): AsyncIterable<string>
}

/** The files of this portal: where they arrive, and where they are kept. */
export type Files = {
  /** A folder of this process alone; what lies here is not kept yet. */
  incoming: string
  store: FileStore
}
