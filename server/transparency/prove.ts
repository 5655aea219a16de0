import type { Deps } from '../deps.ts'
import { logFolder, readNote, readTile } from './folder.ts'
import { type Checkpoint, readCheckpoint } from './note.ts'
import { TILE, widthIn } from './tiles.ts'
import { consistencyProof, inclusionProof, type NodeAt, rootByInclusion, rootOfHashes } from './tree.ts'

export type Published = Checkpoint & { note: string }

/** The checkpoint that this process serves; undefined before the first one. */
export async function findPublished(config: Deps['config']): Promise<Published | undefined> {
  const note = await readNote(logFolder(config))
  const checkpoint = note === undefined ? undefined : readCheckpoint(note)
  return checkpoint && note !== undefined
    ? { origin: checkpoint.origin, size: checkpoint.size, root: checkpoint.root, note }
    : undefined
}

/** Computes roots of full subtrees from the tiles of a published tree of `size`. */
function nodesOf(config: Deps['config'], size: number): NodeAt {
  const folder = logFolder(config)
  const read = new Map<string, Promise<Buffer | undefined>>()
  return async (height, index) => {
    const level = Math.floor(height / 8)
    const count = 2 ** (height % 8)
    const tile = { level, index: Math.floor((index * count) / TILE) }
    const name = `${tile.level}/${tile.index}`
    const reading =
      read.get(name) ?? readTile(folder, { ...tile, width: widthIn(size, level, tile.index) }, size)
    read.set(name, reading)
    const bytes = await reading
    if (!bytes) throw new Error('a tile of the log is missing')
    const first = (index * count) % TILE
    return rootOfHashes(
      Array.from({ length: count }, (_, index) =>
        bytes.subarray((first + index) * 32, (first + index + 1) * 32),
      ),
    )
  }
}

/**
 * The proof that `leaf` is at `index` of the published tree.
 * @throws Error when a tile is missing or the proof does not lead to the signed root: no answer is better
 * than a wrong one.
 */
export async function proveInclusion(
  config: Deps['config'],
  index: number,
  leaf: Buffer,
  { size, root }: Checkpoint,
): Promise<Buffer[]> {
  const proof = await inclusionProof(nodesOf(config, size), index, size)
  if (!rootByInclusion(index, size, leaf, proof)?.equals(root))
    throw new Error('the tiles of the log do not lead to its signed root')
  return proof
}

/**
 * The proof that the tree of `before` leaves is a prefix of the published tree of `size`; 0 < before <= size.
 */
export const proveConsistency = (config: Deps['config'], before: number, size: number): Promise<Buffer[]> =>
  consistencyProof(nodesOf(config, size), before, size)
