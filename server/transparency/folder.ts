import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { cutBundle, TILE, type Tile, tilePath, widthIn } from './tiles.ts'

/** The folder of the log's static files. They can be rebuilt from the database at any time. */
export const logFolder = (config: Pick<Config, 'dataDir'>) => join(config.dataDir, 'log')

const absent = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}
const read = (file: string) => readFile(file).catch(absent)

/** Writes a file atomically: it appears with all its content, synced to disk, or not at all. */
export async function writeWhole(file: string, bytes: Buffer | string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const making = await open(`${file}.new`, 'w', 0o644)
  try {
    await making.writeFile(bytes)
    await making.sync()
  } finally {
    await making.close()
  }
  await rename(`${file}.new`, file)
}

/** Does not write a file that already has the right content. */
export async function writeTile(folder: string, tile: Tile): Promise<void> {
  const file = join(folder, tilePath(tile))
  if (!(await read(file))?.equals(tile.bytes)) await writeWhole(file, tile.bytes)
}
/** Removes the partial tiles: the full tile replaces them. */
export const dropPartial = (folder: string, tile: Omit<Tile, 'bytes'>) =>
  rm(dirname(join(folder, tilePath({ ...tile, width: 1 }))), { recursive: true, force: true })

/** The published checkpoint; undefined without a file. */
export const readNote = async (folder: string): Promise<string | undefined> =>
  (await read(join(folder, 'checkpoint')))?.toString()

const cut = (tile: Omit<Tile, 'bytes'>, bytes: Buffer) =>
  tile.level === 'entries'
    ? cutBundle(bytes, tile.width)
    : bytes.length >= tile.width * 32
      ? bytes.subarray(0, tile.width * 32)
      : undefined

/**
 * Reads a tile of the log of `size`, or undefined. It may read a wider file: a partial tile is the beginning
 * of every wider one.
 */
export async function readTile(
  folder: string,
  tile: Omit<Tile, 'bytes'>,
  size: number,
): Promise<Buffer | undefined> {
  const widest = widthIn(size, tile.level, tile.index)
  if (tile.width > widest) return undefined
  for (const width of new Set([tile.width, TILE, widest])) {
    const bytes = await read(join(folder, tilePath({ ...tile, width })))
    const part = bytes && cut(tile, bytes)
    if (part) return part
  }
  return undefined
}

/**
 * True when every full tile of a log of `size` exists with the right number of bytes; a full bundle must not
 * be empty.
 */
export async function holdsFullTiles(folder: string, size: number): Promise<boolean> {
  for (let level = 0, count = Math.floor(size / TILE); count > 0; level++, count = Math.floor(count / TILE)) {
    for (let index = 0; index < count; index++) {
      const found = await stat(join(folder, tilePath({ level, index, width: TILE }))).catch(absent)
      if (found?.size !== TILE * 32) return false
      if (
        level === 0 &&
        !(await stat(join(folder, tilePath({ level: 'entries', index, width: TILE }))).catch(absent))?.size
      )
        return false
    }
  }
  return true
}
