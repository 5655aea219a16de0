import type { Readable } from 'node:stream'

/** Where files are kept, each under the SHA-256 of its bytes in hex, so that none is ever written over by another. */
export type FileStore = {
  /** Takes a finished temporary file in. Once this resolves, the file survives a power cut and `temp` is gone (R2). */
  put(temp: string, hash: string): Promise<void>
  /** Undefined when there is no such file. */
  open(hash: string): Promise<Readable | undefined>
  has(hash: string): Promise<boolean>
  /** With `before`, only a file that was not put again since. */
  remove(hash: string, before?: Date): Promise<void>
  /** The files last put before an instant, for the sweep of what nobody refers to. */
  putBefore(before: Date): AsyncIterable<string>
}

/** The files of this portal: where they arrive, and where they are kept. */
export type Files = {
  /** A folder of this process alone; what lies here is not kept yet. */
  incoming: string
  store: FileStore
}
