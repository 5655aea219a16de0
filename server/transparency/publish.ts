import type { Deps } from '../deps.ts'
import { findCosigned, cosignatureLines } from './cosigned.ts'
import { folderFiles, logFolder } from './folder.ts'
import { entryBytes } from './leaf.ts'
import {
  CHECKPOINT,
  dropPartial,
  holdsFullTiles,
  type LogFiles,
  readNote,
  readTile,
  writeTile,
} from './log-files.ts'
import { type Checkpoint, readCheckpoint } from './note.ts'
import { logFiles } from './open-log-files.ts'
import { findCheckpoint, findKey, findLastCheckpoint, leavesFrom } from './store.ts'
import { partialTiles, type Tile, Tiles } from './tiles.ts'

const PAGE = 5_000

/**
 * The database contradicts a published checkpoint. If the portal continued, it would publish two histories.
 */
export class LogContradiction extends Error {}

type PublishDeps = Pick<Deps, 'db' | 'config' | 'receiptKey'>

const findSigningKey = ({ db, receiptKey }: PublishDeps, name: string) =>
  name === receiptKey.name ? receiptKey.publicBytes : findKey(db, name)

/**
 * Finds the published checkpoint. Undefined when there is none, it is damaged, or the portal did not sign it.
 * @throws LogContradiction when the database does not have it.
 */
async function findOwnCheckpoint(deps: PublishDeps, files: LogFiles): Promise<Checkpoint | undefined> {
  const note = await readNote(files)
  const published = note === undefined ? undefined : readCheckpoint(note)
  const key = published && (await findSigningKey(deps, published.key))
  if (!published || !key || !published.signedBy(key)) return undefined
  const storedCheckpoint = await findCheckpoint(deps.db, published.size)
  if (!storedCheckpoint?.root.equals(published.root))
    throw new LogContradiction(
      `${CHECKPOINT} in ${files.place} was signed at size ${published.size}, which the database does not have`,
    )
  return published
}

/**
 * Reads the right edge of the published tree from its files. When they are missing, damaged or not signed by
 * the portal, the tree is empty: all files are built again.
 */
async function readPublishedTiles(deps: PublishDeps, files: LogFiles): Promise<Tiles> {
  // This machine may have published in its own folder before it got a bucket. This call is only a check: it
  // throws when the database does not have the checkpoint in that folder.
  if (deps.config.bucket) await findOwnCheckpoint(deps, folderFiles(logFolder(deps.config)))
  const published = await findOwnCheckpoint(deps, files)
  if (!published) return new Tiles()
  const partial: Tile[] = []
  for (const tile of partialTiles(published.size)) {
    const bytes = await readTile(files, tile, published.size)
    if (bytes) partial.push({ ...tile, bytes })
  }
  const tiles = Tiles.from(published.size, partial)
  const isComplete =
    partial.length === partialTiles(published.size).length &&
    tiles.root().equals(published.root) &&
    (!files.mayLoseFiles || (await holdsFullTiles(files, published.size)))
  return isComplete ? tiles : new Tiles()
}

/**
 * Updates the log's files to the last checkpoint in the database. Missing or damaged files are built again.
 * The tiles are written first and the checkpoint last, so that a published checkpoint never covers a missing
 * tile.
 */
export function publisher(deps: PublishDeps) {
  const files = logFiles(deps.config)
  /** The right edge of the published tree; undefined before the files are read. */
  let tiles: Tiles | undefined

  /** Adds the leaves up to `size` from the database, and writes all tiles that changed. */
  const growTo = async (edgeTiles: Tiles, size: number) => {
    while (edgeTiles.size < size) {
      const fullTiles: Tile[] = []
      const leaves = await leavesFrom(deps.db, edgeTiles.size, size, PAGE)
      if (leaves.length === 0)
        throw new LogContradiction(`leaf ${edgeTiles.size} of the ${size} signed ones is missing`)
      for (const leaf of leaves) {
        if (leaf.index !== edgeTiles.size)
          throw new LogContradiction(`leaf ${edgeTiles.size} of the ${size} signed ones is missing`)
        fullTiles.push(...edgeTiles.add(leaf.hash, entryBytes(leaf)))
      }
      for (const tile of fullTiles) await writeTile(files, tile)
      for (const tile of fullTiles) await dropPartial(files, tile)
    }
    for (const tile of edgeTiles.partial()) await writeTile(files, tile)
  }

  return {
    /**
     * Reads the published files.
     * @throws LogContradiction when the files hold a later or a different tree than the database
     */
    async open(): Promise<void> {
      tiles ??= await readPublishedTiles(deps, files)
    },
    async publish(): Promise<void> {
      const lastCheckpoint = await findLastCheckpoint(deps.db)
      if (!lastCheckpoint) return
      const edgeTiles = (tiles ??= await readPublishedTiles(deps, files))
      const note = lastCheckpoint.note + cosignatureLines(await findCosigned(deps), lastCheckpoint.size)
      if (edgeTiles.size === lastCheckpoint.size && (await readNote(files)) === note) return
      try {
        await growTo(edgeTiles, lastCheckpoint.size)
        if (!edgeTiles.root().equals(lastCheckpoint.root))
          throw new LogContradiction(
            `the leaves in the database do not make the root that was signed at size ${lastCheckpoint.size}`,
          )
        await files.write(CHECKPOINT, Buffer.from(note))
      } catch (error) {
        // The tree in memory may already have leaves that the files lack. So the next attempt reads the files
        // again.
        tiles = undefined
        throw error
      }
    },
  }
}
