import type { Deps } from '../deps.ts'
import { readNote, readTile } from './log-files.ts'
import { type Checkpoint, readCheckpoint } from './note.ts'
import { logFiles } from './open-log-files.ts'
import { TILE, widthIn } from './tiles.ts'
import {
  consistencyProof,
  HASH_BYTES,
  inclusionProof,
  type NodeAt,
  rootByInclusion,
  rootOfHashes,
  splitHashes,
} from './tree.ts'

type Published = Checkpoint & { note: string }

/** The checkpoint that the portal publishes; undefined before the first one. */
export async function findPublished(config: Deps['config']): Promise<Published | undefined> {
  const note = await readNote(logFiles(config))
  const checkpoint = note === undefined ? undefined : readCheckpoint(note)
  return checkpoint && note !== undefined
    ? { origin: checkpoint.origin, size: checkpoint.size, root: checkpoint.root, note }
    : undefined
}

/** A tile has 256 hashes, so each level of tiles covers this many levels of the tree. */
const TREE_LEVELS_PER_TILE = Math.log2(TILE)

/** Computes the roots of full subtrees from the tiles of a published tree of `size` leaves. */
function nodesOf(config: Deps['config'], size: number): NodeAt {
  const files = logFiles(config)
  // A proof needs several nodes of one tile, so the tile is read only once.
  const tileReads = new Map<string, Promise<Buffer | undefined>>()
  return async (treeLevel, index) => {
    const level = Math.floor(treeLevel / TREE_LEVELS_PER_TILE)
    // The node is the root of this many hashes of its tile.
    const hashesBelow = 2 ** (treeLevel % TREE_LEVELS_PER_TILE)
    const tile = { level, index: Math.floor((index * hashesBelow) / TILE) }
    const tileName = `${tile.level}/${tile.index}`
    const tileRead =
      tileReads.get(tileName) ?? readTile(files, { ...tile, width: widthIn(size, level, tile.index) }, size)
    tileReads.set(tileName, tileRead)
    const bytes = await tileRead
    if (!bytes) throw new Error('a tile of the log is missing')
    const firstHash = (index * hashesBelow) % TILE
    const subtree = bytes.subarray(firstHash * HASH_BYTES, (firstHash + hashesBelow) * HASH_BYTES)
    return rootOfHashes(splitHashes(subtree))
  }
}

/**
 * Proves that the leaf with this hash is at `index` of the published tree.
 * @throws Error when a tile is missing or the proof does not lead to the signed root. No answer is better
 * than a wrong one.
 */
export async function proveInclusion(
  config: Deps['config'],
  index: number,
  leafHash: Buffer,
  { size, root }: Checkpoint,
): Promise<Buffer[]> {
  const proof = await inclusionProof(nodesOf(config, size), index, size)
  if (!rootByInclusion(index, size, leafHash, proof)?.equals(root))
    throw new Error('the tiles of the log do not lead to its signed root')
  return proof
}

/**
 * Proves that the published tree of `size` leaves still starts with its first `before` leaves (at least 1).
 */
export const proveConsistency = (config: Deps['config'], before: number, size: number): Promise<Buffer[]> =>
  consistencyProof(nodesOf(config, size), before, size)
