import { createHash } from 'node:crypto'
import { setImmediate as yieldToRequests } from 'node:timers/promises'
import {
  HASH_BYTES,
  inclusionProof,
  leafHash,
  nodeHash,
  type NodeAt,
  rootByInclusion,
  splitHashes,
} from './tree.ts'

/**
 * The digest, in the public log, of the tickets of one minute: SHA-256 of a fixed text, the root of their
 * hashes (RFC 6962) and their count.
 */
export const minuteDigest = (root: Buffer, leaves: number): Buffer => {
  const count = Buffer.alloc(8)
  count.writeBigUInt64BE(BigInt(leaves))
  return createHash('sha256').update('submit tickets of a minute\n').update(root).update(count).digest()
}

/** After so many hashes, requests are served: there may be 200,000 leaves. */
const HASHES_BETWEEN_YIELDS = 5_000
const isTimeToYield = (hashed: number) => hashed % HASHES_BETWEEN_YIELDS === HASHES_BETWEEN_YIELDS - 1

/**
 * Finds the index of each wanted hash among the hashes of a minute, in one pass. Keys are hashes in latin1.
 */
export function findLeafIndexes(hashes: Buffer, wanted: readonly Buffer[]): Map<string, number> {
  const wantedKeys = new Set(wanted.map((hash) => hash.toString('latin1')))
  const indexes = new Map<string, number>()
  for (let index = 0; index * HASH_BYTES < hashes.length; index++) {
    const key = hashes.toString('latin1', index * HASH_BYTES, (index + 1) * HASH_BYTES)
    if (wantedKeys.has(key)) indexes.set(key, index)
  }
  return indexes
}

/**
 * The hashes of the next level of a tree: one for each pair. A last hash without a neighbour is left out,
 * because proofs read only the roots of full subtrees.
 */
async function hashPairs(below: Buffer[]): Promise<Buffer[]> {
  const level: Buffer[] = []
  for (let index = 0; index + 1 < below.length; index += 2) {
    if (isTimeToYield(level.length)) await yieldToRequests()
    const [left, right] = [below[index], below[index + 1]]
    if (left && right) level.push(nodeHash(left, right))
  }
  return level
}

/**
 * Builds the tree over these hashes once, so that each proof costs little. Returns the function that proves a
 * leaf.
 */
export async function minuteProofs(hashes: Buffer) {
  const leaves = hashes.length / HASH_BYTES
  const leafHashes: Buffer[] = []
  for (let index = 0; index < leaves; index++) {
    if (isTimeToYield(index)) await yieldToRequests()
    leafHashes.push(leafHash(hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)))
  }
  const levels = [leafHashes]
  for (let below = leafHashes; below.length > 1; ) {
    below = await hashPairs(below)
    levels.push(below)
  }
  const nodeAt: NodeAt = async (level, index) => {
    const node = levels[level]?.[index]
    if (!node) throw new RangeError('the tree of a minute has no such node')
    return node
  }
  return async (leaf: number) => ({
    leaf,
    leaves,
    proof: Buffer.concat(await inclusionProof(nodeAt, leaf, leaves)),
  })
}

/**
 * The digest of the log event to which a ticket's proof leads; undefined when the proof is not valid. `leaf`
 * is the index of the ticket's hash among the `leaves` hashes of its minute.
 */
export function provenDigest(
  hash: Buffer,
  { leaf, leaves, proof }: { leaf: number; leaves: number; proof: Buffer },
): Buffer | undefined {
  const root = rootByInclusion(leaf, leaves, leafHash(hash), splitHashes(proof))
  return root && minuteDigest(root, leaves)
}
