import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { inclusionProof, leafHash, nodeHash, rootByInclusion } from './tree.ts'

/**
 * The transparency log's digest of a minute of tickets: SHA-256 of a fixed text, the root of their hashes
 * (RFC 6962) and their count.
 */
export const minuteDigest = (root: Buffer, leaves: number): Buffer => {
  const count = Buffer.alloc(8)
  count.writeBigUInt64BE(BigInt(leaves))
  return createHash('sha256').update('submit tickets of a minute\n').update(root).update(count).digest()
}

const PART = 5_000

/** Finds the leaf index of each wanted hash in a minute, in one pass. Keys are hashes in latin1. */
export function leavesIn(hashes: Buffer, wanted: readonly Buffer[]): Map<string, number> {
  const keys = new Set(wanted.map((hash) => hash.toString('latin1')))
  const found = new Map<string, number>()
  for (let leaf = 0; leaf * 32 < hashes.length; leaf++) {
    const key = hashes.toString('latin1', leaf * 32, leaf * 32 + 32)
    if (keys.has(key)) found.set(key, leaf)
  }
  return found
}

/**
 * Builds the tree over these hashes once, so that each proof is cheap. It yields between parts: there may be
 * 200,000 leaves.
 */
export async function minuteProofs(hashes: Buffer) {
  const leaves = hashes.length / 32
  const levels: Buffer[][] = [[]]
  for (let index = 0; index < leaves; index++) {
    if (index % PART === PART - 1) await breathe()
    levels[0]?.push(leafHash(hashes.subarray(index * 32, index * 32 + 32)))
  }
  for (let below = levels[0] ?? []; below.length > 1; below = levels.at(-1) ?? []) {
    const level: Buffer[] = []
    for (let index = 0; index + 1 < below.length; index += 2) {
      if (level.length % PART === PART - 1) await breathe()
      level.push(nodeHash(below[index] as Buffer, below[index + 1] as Buffer))
    }
    levels.push(level)
  }
  const nodeAt = async (level: number, index: number) => levels[level]?.[index] as Buffer
  return async (leaf: number) => ({
    leaf,
    leaves,
    proof: Buffer.concat(await inclusionProof(nodeAt, leaf, leaves)),
  })
}

/** The digest of the log event that a proof leads to; undefined when the proof is not valid. */
export function provenDigest(
  hash: Buffer,
  { leaf, leaves, proof }: { leaf: number; leaves: number; proof: Buffer },
): Buffer | undefined {
  const hashes = Array.from({ length: proof.length / 32 }, (_, index) =>
    proof.subarray(index * 32, index * 32 + 32),
  )
  const root = rootByInclusion(leaf, leaves, leafHash(hash), hashes)
  return root && minuteDigest(root, leaves)
}
