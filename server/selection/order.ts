import { createHmac } from 'node:crypto'
import { compareDigests, LEAF_BYTES, type People } from './people.ts'

// The texts in quotation marks are from docs/spec/selection.md.

/**
 * "lot = HMAC-SHA-256(key = seed, message = leaf), both as bytes: once the seed is drawn, a person's lot does
 * not depend on who else is in the pool."
 */
export const lotOf = (leaf: Buffer, seed: Buffer): Buffer => createHmac('sha256', seed).update(leaf).digest()

/** The lots have 32 bytes each and the order of the people. */
export function drawLots({ leaves, count }: People, seed: string): Buffer {
  const key = Buffer.from(seed, 'hex')
  const lots = Buffer.alloc(count * LEAF_BYTES)
  for (let from = 0; from < lots.length; from += LEAF_BYTES) {
    lotOf(leaves.subarray(from, from + LEAF_BYTES), key).copy(lots, from)
  }
  return lots
}

/**
 * "1. Order within a unit: points descending, then lot ascending (lower-case hexadecimal), then leaf
 * ascending." Texts in lower-case hexadecimal sort as their bytes do, so the bytes are compared.
 */
export const sortByMerit = ({ points, leaves }: People, lots: Buffer, members: Uint32Array) =>
  members.sort(
    (left, right) =>
      (points[right] ?? 0) - (points[left] ?? 0) ||
      compareDigests(lots, left, right) ||
      compareDigests(leaves, left, right),
  )
