import { REFERENCE_DATA } from '#contract/staff/limits.ts'

type Ranked = { id: number; rank: number }

/**
 * The rank of a level above another (0: below all), in a list, lowest first, that does not contain it. It is
 * never a multiple of a hundred:
 * files use these, so a new level of a file never gets an officer's rank. Undefined when no rank is free, or
 * the level does not exist.
 */
export function rankAbove(levels: readonly Ranked[], above: number): number | undefined {
  const position = above === 0 ? -1 : levels.findIndex(({ id }) => id === above)
  if (above !== 0 && position < 0) return undefined
  const low = levels[position]?.rank ?? 0
  const high = levels[position + 1]?.rank ?? low + REFERENCE_DATA.rankStep
  const middle = Math.floor((low + high) / 2)
  return [middle, middle + 1, middle - 1].find(
    (rank) => rank > low && rank < high && rank % REFERENCE_DATA.rankStep !== 0,
  )
}
