import { join } from 'node:path'
import type { Deps } from '../deps.ts'
import {
  dropPartial,
  holdsFullTiles,
  logFolder,
  readNote,
  readTile,
  writeTile,
  writeWhole,
} from './folder.ts'
import { entryBytes } from './leaf.ts'
import { readCheckpoint } from './note.ts'
import { findCheckpoint, findKey, findLastCheckpoint, leavesFrom } from './store.ts'
import { partialTiles, type Tile, Tiles } from './tiles.ts'

const PAGE = 5_000

/**
 * The database contradicts a checkpoint that was signed and published. Continuing would publish two
 * histories.
 */
export class LogContradiction extends Error {}

type PublishDeps = Pick<Deps, 'db' | 'config' | 'receiptKey'>

const findSigningKey = ({ db, receiptKey }: PublishDeps, name: string) =>
  name === receiptKey.name ? receiptKey.publicBytes : findKey(db, name)

/**
 * The right edge of the published tree, from its files. An empty tree when the files are missing, damaged or
 * not signed by us: then all of them are built again.
 */
async function readPublishedTiles(deps: PublishDeps, folder: string): Promise<Tiles> {
  const note = await readNote(folder)
  const published = note === undefined ? undefined : readCheckpoint(note)
  const key = published && (await findSigningKey(deps, published.key))
  if (!published || !key || !published.signedBy(key)) return new Tiles()
  const stored = await findCheckpoint(deps.db, published.size)
  if (!stored?.root.equals(published.root))
    throw new LogContradiction(
      `${join(folder, 'checkpoint')} was signed at size ${published.size}, which the database does not have`,
    )
  const partial: Tile[] = []
  for (const tile of partialTiles(published.size)) {
    const bytes = await readTile(folder, tile, published.size)
    if (bytes) partial.push({ ...tile, bytes })
  }
  const tiles = Tiles.from(published.size, partial)
  const isComplete =
    partial.length === partialTiles(published.size).length &&
    tiles.root().equals(published.root) &&
    (await holdsFullTiles(folder, published.size))
  return isComplete ? tiles : new Tiles()
}

/**
 * Brings the static files of this process up to the last checkpoint in the database. It builds them again
 * when they are missing or damaged. It writes the tiles first and the checkpoint last, so that a published
 * checkpoint never covers a missing tile.
 */
export function publisher(deps: PublishDeps) {
  const folder = logFolder(deps.config)
  /** The right edge of the tree in the files; undefined before they are read. */
  let tiles: Tiles | undefined

  const growTo = async (edge: Tiles, size: number) => {
    while (edge.size < size) {
      const fullTiles: Tile[] = []
      const leaves = await leavesFrom(deps.db, edge.size, size, PAGE)
      if (leaves.length === 0)
        throw new LogContradiction(`leaf ${edge.size} of the ${size} signed ones is missing`)
      for (const leaf of leaves) {
        if (leaf.index !== edge.size)
          throw new LogContradiction(`leaf ${edge.size} of the ${size} signed ones is missing`)
        fullTiles.push(...edge.add(leaf.hash, entryBytes(leaf)))
      }
      for (const tile of fullTiles) await writeTile(folder, tile)
      for (const tile of fullTiles) await dropPartial(folder, tile)
    }
    for (const tile of edge.partial()) await writeTile(folder, tile)
  }

  return {
    /**
     * Reads the files.
     * @throws LogContradiction when the files hold a later or a different tree than the database
     */
    async open(): Promise<void> {
      tiles ??= await readPublishedTiles(deps, folder)
    },
    async publish(): Promise<void> {
      const last = await findLastCheckpoint(deps.db)
      if (!last) return
      const edge = (tiles ??= await readPublishedTiles(deps, folder))
      if (edge.size === last.size && (await readNote(folder)) === last.note) return
      try {
        await growTo(edge, last.size)
        if (!edge.root().equals(last.root))
          throw new LogContradiction(
            `the leaves in the database do not make the root that was signed at size ${last.size}`,
          )
        await writeWhole(join(folder, 'checkpoint'), last.note)
      } catch (error) {
        // The tree in memory may be ahead of the files, so the next try reads the files again.
        tiles = undefined
        throw error
      }
    },
  }
}
