import { basename, dirname } from 'node:path'
import { Readable } from 'node:stream'
import type { Disk } from '../../server/files/disk.ts'

/** `flushed`: how many bytes of the file would surely survive a power cut. */
type File = { bytes: Buffer; flushed: number; mtimeMs: number }
type Entries = Map<string, File>
/** A folder's current entries, its entries at the last flush, and the changes since then in order. */
type Folder = { now: Entries; flushed: Entries; since: ((entries: Entries) => void)[] }

const problem = (code: string) => Object.assign(new Error(code), { code })

/**
 * An in-memory disk that can lose unflushed data. After a power cut, unflushed bytes of a file and unflushed
 * entries of a folder exist partly or not at all. Each operation waits until `step` runs it.
 */
export function forgetfulDisk(folders: Record<string, Entries>) {
  const disk = new Map<string, Folder>(
    Object.entries(folders).map(([path, entries]) => [
      path,
      { now: new Map(entries), flushed: new Map(entries), since: [] },
    ]),
  )
  const turns: (() => void)[] = []
  /** Waits until `step` runs this operation. */
  const turn = () => new Promise<void>((go) => turns.push(go))
  const folderAt = (path: string) => disk.get(path) ?? disk.get(dirname(path))
  /** Changes a folder now, and records the change as unflushed: a power cut may lose it. */
  const change = (folder: Folder | undefined, edit: (entries: Entries) => void) => {
    if (!folder) throw problem('ENOENT')
    edit(folder.now)
    folder.since.push(edit)
  }
  const fileAt = (path: string) => {
    const file = disk.get(dirname(path))?.now.get(basename(path))
    if (!file) throw problem('ENOENT')
    return file
  }

  const opened = (path: string) => {
    const [folder, file] = [disk.get(path), disk.has(path) ? undefined : fileAt(path)]
    return {
      async appendFile(piece: Buffer) {
        await turn()
        if (file) file.bytes = Buffer.concat([file.bytes, piece])
      },
      async sync() {
        await turn()
        if (file) file.flushed = file.bytes.length
        if (folder) [folder.flushed, folder.since] = [new Map(folder.now), []]
      },
      close: turn,
      createReadStream: () => Readable.from([file?.bytes ?? Buffer.alloc(0)]),
    }
  }
  const asDisk: Disk = {
    async open(path, flags) {
      await turn()
      const file: File = { bytes: Buffer.alloc(0), flushed: 0, mtimeMs: Date.now() }
      if (flags === 'wx') change(folderAt(path), (entries) => void entries.set(basename(path), file))
      return opened(path)
    },
    async link(from, to) {
      await turn()
      const file = fileAt(from)
      if (folderAt(to)?.now.has(basename(to))) throw problem('EEXIST')
      change(folderAt(to), (entries) => void entries.set(basename(to), file))
    },
    async rename(from, to) {
      await turn()
      const [file, source, target] = [fileAt(from), folderAt(from), folderAt(to)]
      // If both names are links to the same file, POSIX keeps both.
      if (target?.now.get(basename(to)) === file) return
      // `take` removes the old name, and `put` adds the new name.
      const [take, put] = [
        (entries: Entries) => void entries.delete(basename(from)),
        (entries: Entries) => void entries.set(basename(to), file),
      ]
      // A move within a folder is one change. A move between folders is two, and a power cut may lose one of
      // them.
      if (source === target) return change(target, (entries) => (take(entries), put(entries)))
      change(target, put)
      change(source, take)
    },
    async rm(path) {
      await turn()
      if (folderAt(path)?.now.has(basename(path)))
        change(folderAt(path), (entries) => void entries.delete(basename(path)))
    },
    async stat(path) {
      await turn()
      return { mtimeMs: fileAt(path).mtimeMs }
    },
    async readdir(path) {
      await turn()
      return [...(disk.get(path)?.now.keys() ?? [])]
    },
  }

  return {
    disk: asDisk,
    waiting: () => turns.length,
    /** Runs one waiting operation of the disk, and lets its caller continue to the next. */
    async step(which: number) {
      turns.splice(which % turns.length, 1)[0]?.()
      await new Promise(setImmediate)
    },
    /** The content of the disk after a power cut. `some(most)` chooses how much unflushed data survives. */
    cut: (some: (most: number) => number): Record<string, Entries> =>
      Object.fromEntries(
        [...disk].map(([path, { flushed, since }]) => {
          const entries = new Map(flushed)
          for (const edit of since.slice(0, some(since.length))) edit(entries)
          const left = [...entries].map(([name, { bytes, flushed, mtimeMs }]): [string, File] => {
            const length = flushed + some(bytes.length - flushed)
            return [name, { bytes: bytes.subarray(0, length), flushed: length, mtimeMs }]
          })
          return [path, new Map(left)]
        }),
      ),
  }
}
