import type { Kind } from './calls.ts'

/** Pseudo-random numbers from 0 to 1, the same in each run for the same seed (mulberry32). */
export const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

/** Returns a function that chooses a random kind of call. `mix` has the share of each kind. */
export function sharesOf(mix: Partial<Record<Kind, number>>, chance: () => number): () => Kind {
  const entries = Object.entries(mix) as [Kind, number][]
  const total = entries.reduce((sum, [, share]) => sum + share, 0)
  return () => {
    let remaining = chance() * total
    for (const [kind, share] of entries) {
      remaining -= share
      if (remaining < 0) return kind
    }
    return entries.at(-1)?.[0] ?? 'page'
  }
}
