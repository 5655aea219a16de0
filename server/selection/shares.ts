import type { Share } from './pack.ts'

// Shares are computed with BigInt, because a product may be above 2^53.

/** `floor(count * share)` */
export const floorOfShare = (count: number, [part, whole]: Share): number =>
  Number((BigInt(count) * BigInt(part)) / BigInt(whole))

/** `ceil(count * share)` */
export const ceilOfShare = (count: number, [part, whole]: Share): number =>
  Number((BigInt(count) * BigInt(part) + BigInt(whole) - 1n) / BigInt(whole))
