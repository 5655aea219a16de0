import { sql, type Tx } from '../database/connect.ts'
import { TILE } from '../transparency/tiles.ts'
import { inclusionProof, type NodeAt, rootByInclusion, rootOfHashes } from '../transparency/tree.ts'

/**
 * The lowest level of the pool's hash tree whose nodes are stored. In `selection_pool_nodes` this level is
 * number 0: the roots of tiles. A tile has `TILE` people, but the last one may have fewer. Nodes below this
 * level are computed from the people of a tile.
 */
const FIRST_LEVEL = Math.log2(TILE)

/**
 * `leaf`: the digest of the person's first submission in the public log. The people of a pool are ordered by
 * it. `hash`: the hash of the person's entry in the pool, from which the pool's tree is made. It is null in a
 * pool frozen before hash trees were stored.
 */
type Hashed = { leaf: Buffer; hash: Buffer | null }
type StoredTile = { index: number; first_leaf: Buffer }

/** Finds the tile that contains a person of the pool. */
const findTile = (tx: Tx, selectionId: number, leaf: Buffer) =>
  tx.row<StoredTile>(sql`
    select index, first_leaf from selection_pool_nodes
    where selection_id = ${selectionId} and level = 0 and first_leaf <= ${leaf}::bytea order by first_leaf desc limit 1`)

/** The people of a tile, in the order of their leaves. */
const findPeople = (tx: Tx, selectionId: number, { first_leaf: first }: StoredTile) =>
  tx.rows<Hashed>(sql`
    select leaf, entry_hash as hash from selection_people
    where selection_id = ${selectionId} and leaf >= ${first}::bytea order by leaf limit ${TILE}`)

const findNode = (tx: Tx, selectionId: number, level: number, index: number) =>
  tx.row<StoredTile & { hash: Buffer }>(sql`
    select index, hash, first_leaf from selection_pool_nodes
    where selection_id = ${selectionId} and level = ${level} and index = ${index}`)

/** Reads roots of full subtrees. Large ones are stored, small ones are computed from a tile's people. */
function nodesOf(tx: Tx, selectionId: number): NodeAt {
  const requireNode = async (level: number, index: number) => {
    const node = await findNode(tx, selectionId, level, index)
    if (!node) throw new Error('a node of the pool is missing')
    return node
  }
  // A proof needs several nodes of one tile, so the tile is read only once.
  const tileReads = new Map<number, Promise<Hashed[]>>()
  const readTile = (index: number) => {
    const tileRead =
      tileReads.get(index) ?? requireNode(0, index).then((tile) => findPeople(tx, selectionId, tile))
    tileReads.set(index, tileRead)
    return tileRead
  }
  return async (level, index) => {
    if (level >= FIRST_LEVEL) return (await requireNode(level - FIRST_LEVEL, index)).hash
    const subtreeSize = 2 ** level
    // The position in the pool, from 0, of the first person of this subtree.
    const firstPosition = index * subtreeSize
    const people = await readTile(Math.floor(firstPosition / TILE))
    const from = firstPosition % TILE
    // The empty buffer is only for the type checker: `proveInPool` makes no proof in a pool without hashes.
    return rootOfHashes(people.slice(from, from + subtreeSize).map(({ hash }) => hash ?? Buffer.alloc(0)))
  }
}

type PoolProof = { index: number; size: number; root: string; hashes: string[] }

/**
 * The hashes from a person's entry up to the root of the frozen pool (RFC 6962 §2.1.1). Undefined for a
 * person who is not in the pool. Also undefined for a pool that was frozen before hash trees were stored.
 * @throws Error when the proof does not lead to the root: no answer is better than a wrong one.
 */
export async function proveInPool(
  tx: Tx,
  { id, root, size }: { id: number; root: Buffer; size: number },
  leaf: Buffer,
): Promise<PoolProof | undefined> {
  const tile = await findTile(tx, id, leaf)
  if (!tile) return undefined
  const people = await findPeople(tx, id, tile)
  const indexInTile = people.findIndex((person) => person.leaf.equals(leaf))
  const hash = people[indexInTile]?.hash
  if (!hash) return undefined
  const index = tile.index * TILE + indexInTile
  const proof = await inclusionProof(nodesOf(tx, id), index, size)
  if (!rootByInclusion(index, size, hash, proof)?.equals(root))
    throw new Error('the stored tree of the pool does not lead to its root')
  return { index, size, root: root.toString('hex'), hashes: proof.map((node) => node.toString('hex')) }
}
