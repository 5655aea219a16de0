import type { Kind } from './calls.ts'

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
export const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

/** Draws kinds in their shares. */
export function sharesOf(mix: Partial<Record<Kind, number>>, chance: () => number): () => Kind {
  const entries = Object.entries(mix) as [Kind, number][]
  const whole = entries.reduce((sum, [, share]) => sum + share, 0)
  return () => {
    let left = chance() * whole
    for (const [kind, share] of entries) if ((left -= share) < 0) return kind
    return entries.at(-1)?.[0] ?? 'page'
  }
}
