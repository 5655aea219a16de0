import { createHash, hash } from 'node:crypto'

/** RFC 6962 §2.1: the Merkle tree over SHA-256. */
export const leafHash = (entry: Buffer): Buffer =>
  createHash('sha256').update(Buffer.of(0)).update(entry).digest()

const pair = Buffer.alloc(65, 1)
export const nodeHash = (left: Buffer, right: Buffer): Buffer => {
  left.copy(pair, 1)
  right.copy(pair, 33)
  return hash('sha256', pair, 'buffer')
}
export const EMPTY_ROOT = hash('sha256', '', 'buffer')

/** The roots of the full subtrees a tree consists of, largest first: all that is needed to make it grow. */
export type Edge = Buffer[]

/** Adds the hash of the next leaf to the edge of a tree of `size` leaves. */
export function append(edge: Edge, size: number, leaf: Buffer): void {
  let top = leaf
  for (let left = size; left % 2 === 1; left = (left - 1) / 2) top = nodeHash(edge.pop() as Buffer, top)
  edge.push(top)
}

export const rootOf = (edge: Edge): Buffer => {
  let root = edge.at(-1) ?? EMPTY_ROOT
  for (let index = edge.length - 2; index >= 0; index--) root = nodeHash(edge[index] as Buffer, root)
  return root
}

/** The root of a tree of these hashes, in order. */
export const rootOfHashes = (hashes: Buffer[]): Buffer => {
  const edge: Edge = []
  hashes.forEach((leaf, index) => append(edge, index, leaf))
  return rootOf(edge)
}

/** The largest power of two below `count`, which is at least 2. */
const split = (count: number) => {
  let half = 1
  while (half * 2 < count) half *= 2
  return half
}

/** The root of leaves [index * 2^level, (index + 1) * 2^level), all of which are there. */
export type NodeAt = (level: number, index: number) => Promise<Buffer>

async function rangeRoot(node: NodeAt, from: number, to: number): Promise<Buffer> {
  const level = Math.log2(to - from)
  if (Number.isInteger(level)) return node(level, from / 2 ** level)
  const middle = from + split(to - from)
  return nodeHash(await rangeRoot(node, from, middle), await rangeRoot(node, middle, to))
}

/** RFC 6962 §2.1.1: the hashes that lead from leaf `index` to the root of the first `size` leaves. */
export async function inclusionProof(node: NodeAt, index: number, size: number): Promise<Buffer[]> {
  const proof: Buffer[] = []
  for (let from = 0, to = size; to - from > 1; ) {
    const middle = from + split(to - from)
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
 * RFC 6962 §2.1.2: the hashes that show that the first `before` of `size` leaves are those of the smaller
 * tree; 0 < before.
 */
export async function consistencyProof(node: NodeAt, before: number, size: number): Promise<Buffer[]> {
  const proof: Buffer[] = []
  let [from, to, whole] = [0, size, true]
  while (to > before) {
    const middle = from + split(to - from)
    if (before <= middle) {
      proof.unshift(await rangeRoot(node, middle, to))
      to = middle
    } else {
      proof.unshift(await rangeRoot(node, from, middle))
      from = middle
      whole = false
    }
  }
  return whole ? proof : [await rangeRoot(node, from, to), ...proof]
}

/**
 * RFC 9162 §2.1.3.2: the root that a proof of inclusion leads to; undefined when it has not as many hashes as
 * it must.
 */
export function rootByInclusion(
  index: number,
  size: number,
  leaf: Buffer,
  proof: Buffer[],
): Buffer | undefined {
  let [position, last, root] = [index, size - 1, leaf]
  if (!(index >= 0 && index < size)) return undefined
  for (const hash of proof) {
    if (last === 0) return undefined
    if (position % 2 === 1 || position === last) {
      root = nodeHash(hash, root)
      while (position % 2 === 0 && position !== 0) [position, last] = [position / 2, Math.floor(last / 2)]
    } else {
      root = nodeHash(root, hash)
    }
    ;[position, last] = [Math.floor(position / 2), Math.floor(last / 2)]
  }
  return last === 0 ? root : undefined
}
