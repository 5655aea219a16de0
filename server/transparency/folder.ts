import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { cutBundle, TILE, type Tile, tilePath, widthIn } from './tiles.ts'
import { HASH_BYTES } from './tree.ts'

/** The folder of the log's static files. They can be rebuilt from the database at any time. */
export const logFolder = (config: Pick<Config, 'dataDir'>) => join(config.dataDir, 'log')

const undefinedIfMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}
const readIfPresent = (file: string) => readFile(file).catch(undefinedIfMissing)

/** Writes a file atomically: it appears with all its content, synced to disk, or not at all. */
export async function writeWhole(file: string, bytes: Buffer | string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const newFile = await open(`${file}.new`, 'w', 0o644)
  try {
    await newFile.writeFile(bytes)
    await newFile.sync()
  } finally {
    await newFile.close()
  }
  await rename(`${file}.new`, file)
}

/** Writes a tile, unless its file already has the right content. */
export async function writeTile(folder: string, tile: Tile): Promise<void> {
  const file = join(folder, tilePath(tile))
  if (!(await readIfPresent(file))?.equals(tile.bytes)) await writeWhole(file, tile.bytes)
}

/** Removes the partial tiles of a tile that is full now, because the full tile replaces them. */
export const dropPartial = (folder: string, tile: Omit<Tile, 'bytes'>) =>
  rm(dirname(join(folder, tilePath({ ...tile, width: 1 }))), { recursive: true, force: true })

/** The published checkpoint; undefined without a file. */
export const readNote = async (folder: string): Promise<string | undefined> =>
  (await readIfPresent(join(folder, 'checkpoint')))?.toString()

/** The first hashes or entries of a file, as many as the tile has; undefined when the file has fewer. */
const cut = (tile: Omit<Tile, 'bytes'>, bytes: Buffer) => {
  if (tile.level === 'entries') return cutBundle(bytes, tile.width)
  const length = tile.width * HASH_BYTES
  return bytes.length >= length ? bytes.subarray(0, length) : undefined
}

/**
 * Reads a tile of the log of `size` leaves; undefined when there is none. It may read it from a wider file,
 * because every wider tile starts with the same bytes.
 */
export async function readTile(
  folder: string,
  tile: Omit<Tile, 'bytes'>,
  size: number,
): Promise<Buffer | undefined> {
  const widest = widthIn(size, tile.level, tile.index)
  if (tile.width > widest) return undefined
  for (const width of new Set([tile.width, TILE, widest])) {
    const bytes = await readIfPresent(join(folder, tilePath({ ...tile, width })))
    const tileBytes = bytes && cut(tile, bytes)
    if (tileBytes) return tileBytes
  }
  return undefined
}

/** The number of bytes of a full tile's file; undefined when there is no file. */
const fullTileBytes = async (folder: string, level: Tile['level'], index: number) => {
  const file = join(folder, tilePath({ level, index, width: TILE }))
  return (await stat(file).catch(undefinedIfMissing))?.size
}

/**
 * True when every full tile of a log of `size` leaves exists with the right number of bytes. A full bundle of
 * entries must not be empty.
 */
export async function holdsFullTiles(folder: string, size: number): Promise<boolean> {
  let level = 0
  let tileCount = Math.floor(size / TILE)
  while (tileCount > 0) {
    for (let index = 0; index < tileCount; index++) {
      if ((await fullTileBytes(folder, level, index)) !== TILE * HASH_BYTES) return false
      if (level === 0 && !(await fullTileBytes(folder, 'entries', index))) return false
    }
    level++
    tileCount = Math.floor(tileCount / TILE)
  }
  return true
}
