import { createHash, hash } from 'node:crypto'

export const HASH_BYTES = 32

/** Splits bytes into the hashes that are stored one after the other. */
export const splitHashes = (bytes: Buffer): Buffer[] =>
  Array.from({ length: bytes.length / HASH_BYTES }, (_, index) =>
    bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  )

/** The hash of a leaf in a Merkle tree over SHA-256 (RFC 6962 §2.1): of a byte 0, then the entry. */
export const leafHash = (entry: Buffer): Buffer =>
  createHash('sha256').update(Buffer.of(0)).update(entry).digest()

// This buffer is used again for each node: the byte 1, then the two hashes below the node.
const nodeInput = Buffer.alloc(1 + 2 * HASH_BYTES, 1)
export const nodeHash = (left: Buffer, right: Buffer): Buffer => {
  left.copy(nodeInput, 1)
  right.copy(nodeInput, 1 + HASH_BYTES)
  return hash('sha256', nodeInput, 'buffer')
}
export const EMPTY_ROOT = hash('sha256', '', 'buffer')

/** The roots of the full subtrees of a tree, largest first. They are all that is needed to add leaves. */
export type Edge = Buffer[]

/** Adds the hash of the next leaf to the edge of a tree of `size` leaves. */
export function append(edge: Edge, size: number, leaf: Buffer): void {
  let subtreeRoot = leaf
  // Each 1 at the end of `size` in binary is a full subtree as large as the new one. Both are joined.
  for (let remaining = size; remaining % 2 === 1; remaining = (remaining - 1) / 2) {
    const left = edge.pop()
    if (!left) throw new RangeError('the edge has too few hashes for the size of the tree')
    subtreeRoot = nodeHash(left, subtreeRoot)
  }
  edge.push(subtreeRoot)
}

export const rootOf = (edge: Edge): Buffer =>
  edge.length === 0 ? EMPTY_ROOT : edge.reduceRight((root, left) => nodeHash(left, root))

/** The root of a tree of these hashes, in order. */
export const rootOfHashes = (hashes: Buffer[]): Buffer => {
  const edge: Edge = []
  hashes.forEach((leaf, index) => append(edge, index, leaf))
  return rootOf(edge)
}

/**
 * The number of leaves in the left subtree: the largest power of two below `count`. `count` is at least 2.
 */
const leftLeaves = (count: number) => {
  let half = 1
  while (half * 2 < count) half *= 2
  return half
}

/**
 * Returns the root of a full subtree of 2^level leaves. `index` counts the subtrees of that level from the
 * left, starting at 0.
 */
export type NodeAt = (level: number, index: number) => Promise<Buffer>

/** The root of the subtree with the leaves from the index `from` to below `to`. */
async function rangeRoot(node: NodeAt, from: number, to: number): Promise<Buffer> {
  const level = Math.log2(to - from)
  if (Number.isInteger(level)) return node(level, from / 2 ** level)
  const middle = from + leftLeaves(to - from)
  return nodeHash(await rangeRoot(node, from, middle), await rangeRoot(node, middle, to))
}

/** The hashes that prove that leaf `index` belongs to the root of `size` leaves (RFC 6962 §2.1.1). */
export async function inclusionProof(node: NodeAt, index: number, size: number): Promise<Buffer[]> {
  const proof: Buffer[] = []
  for (let from = 0, to = size; to - from > 1; ) {
    const middle = from + leftLeaves(to - from)
    if (index < middle) {
      proof.unshift(await rangeRoot(node, middle, to))
      to = middle
    } else {
      proof.unshift(await rangeRoot(node, from, middle))
      from = middle
    }
  }
  return proof
}

/**
 * The hashes that prove that a tree of `size` leaves starts with the tree of `before` leaves (RFC 6962
 * §2.1.2). `before` is greater than 0.
 */
export async function consistencyProof(node: NodeAt, before: number, size: number): Promise<Buffer[]> {
  const proof: Buffer[] = []
  let from = 0
  let to = size
  // True while this subtree is the whole smaller tree, whose root the verifier already knows.
  let isWholeTree = true
  while (to > before) {
    const middle = from + leftLeaves(to - from)
    if (before <= middle) {
      proof.unshift(await rangeRoot(node, middle, to))
      to = middle
    } else {
      proof.unshift(await rangeRoot(node, from, middle))
      from = middle
      isWholeTree = false
    }
  }
  return isWholeTree ? proof : [await rangeRoot(node, from, to), ...proof]
}

/**
 * The root to which a proof of inclusion leads (RFC 9162 §2.1.3.2). Undefined when the proof has the wrong
 * number of hashes.
 */
export function rootByInclusion(
  index: number,
  size: number,
  leaf: Buffer,
  proof: Buffer[],
): Buffer | undefined {
  // On the way from the leaf to the root: the index of the node, and that of the last node on its level.
  let [position, last] = [index, size - 1]
  let root = leaf
  if (!(index >= 0 && index < size)) return undefined
  for (const hash of proof) {
    if (last === 0) return undefined
    if (position % 2 === 1 || position === last) {
      root = nodeHash(hash, root)
      // A last node without a neighbour moves up unchanged, so the proof has no hash for these levels.
      while (position % 2 === 0 && position !== 0) [position, last] = [position / 2, Math.floor(last / 2)]
    } else {
      root = nodeHash(root, hash)
    }
    ;[position, last] = [Math.floor(position / 2), Math.floor(last / 2)]
  }
  return last === 0 ? root : undefined
}
