import { dirname } from 'node:path'
import { cutBundle, TILE, type Tile, tilePath, widthIn } from './tiles.ts'
import { HASH_BYTES } from './tree.ts'

export const CHECKPOINT = 'checkpoint'

/** The place of the public log's files. Their paths are those of C2SP tlog-tiles. */
export type LogFiles = {
  /** The place of the files in words, for messages. */
  place: string
  /** True when the files may be deleted or damaged from outside, so that each start checks them. */
  mayLoseFiles: boolean
  /** Reads a file. Undefined, as in `byteCount`, when there is no such file. */
  read(path: string): Promise<Buffer | undefined>
  /** Writes a file, which appears with all its content or not at all. */
  write(path: string, bytes: Buffer): Promise<void>
  byteCount(path: string): Promise<number | undefined>
  /** Removes all files of a folder. */
  removeBelow(path: string): Promise<void>
}

/** Writes a tile, unless its file already has the right content. */
export async function writeTile(files: LogFiles, tile: Tile): Promise<void> {
  const path = tilePath(tile)
  if (!(await files.read(path))?.equals(tile.bytes)) await files.write(path, tile.bytes)
}

/**
 * Removes the partial versions of a tile that is full now: the full tile replaces them. They are in one
 * folder, so the path of any of them, such as that of width 1, names it.
 */
export const dropPartial = (files: LogFiles, tile: Omit<Tile, 'bytes'>) =>
  files.removeBelow(dirname(tilePath({ ...tile, width: 1 })))

/** Reads the published checkpoint; undefined when there is no file. */
export const readNote = async (files: LogFiles): Promise<string | undefined> =>
  (await files.read(CHECKPOINT))?.toString()

/** The first `width` hashes or entries of a file; undefined when the file has fewer than this tile. */
const cut = (tile: Omit<Tile, 'bytes'>, bytes: Buffer) => {
  if (tile.level === 'entries') return cutBundle(bytes, tile.width)
  const length = tile.width * HASH_BYTES
  return bytes.length >= length ? bytes.subarray(0, length) : undefined
}

/**
 * Reads a tile of a log with `size` leaves; undefined when there is none. A wider file of the same tile
 * serves as well, because it starts with the same bytes.
 */
export async function readTile(
  files: LogFiles,
  tile: Omit<Tile, 'bytes'>,
  size: number,
): Promise<Buffer | undefined> {
  const widest = widthIn(size, tile.level, tile.index)
  if (tile.width > widest) return undefined
  // The possible files: the tile itself, the full tile, and the widest published one.
  for (const width of new Set([tile.width, TILE, widest])) {
    const bytes = await files.read(tilePath({ ...tile, width }))
    const tileBytes = bytes && cut(tile, bytes)
    if (tileBytes) return tileBytes
  }
  return undefined
}

/**
 * True when every full tile of a log of `size` leaves exists with the right number of bytes. A full bundle of
 * entries must not be empty.
 */
export async function holdsFullTiles(files: LogFiles, size: number): Promise<boolean> {
  const byteCountOf = (level: Tile['level'], index: number) =>
    files.byteCount(tilePath({ level, index, width: TILE }))
  let level = 0
  let tileCount = Math.floor(size / TILE)
  while (tileCount > 0) {
    for (let index = 0; index < tileCount; index++) {
      if ((await byteCountOf(level, index)) !== TILE * HASH_BYTES) return false
      if (level === 0 && !(await byteCountOf('entries', index))) return false
    }
    level++
    tileCount = Math.floor(tileCount / TILE)
  }
  return true
}
