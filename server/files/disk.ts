import { link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** The operations on an open file or folder of a disk. */
export type Opened = {
  appendFile(piece: Buffer): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
  createReadStream(): Readable
}

/**
 * Every disk operation that is used where files are written. It is node:fs, or in a test a disk that loses
 * what was not flushed (R2).
 */
export type Disk = {
  open(path: string, flags: string, mode?: number): Promise<Opened>
  link(from: string, to: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  rm(path: string, options: { force: boolean }): Promise<void>
  stat(path: string): Promise<{ mtimeMs: number }>
  readdir(path: string): Promise<string[]>
}

export const realDisk: Disk = { open, link, rename, rm, stat, readdir: (path) => readdir(path) }
