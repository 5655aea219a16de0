import { REFERENCE_DATA } from '#contract/reference-data/limits.ts'

type Ranked = { id: number; rank: number }

/**
 * A free rank above the level with the id `aboveId`, or below all levels for 0. `levels` has the lowest
 * first, without the level that gets the rank. Data files use only multiples of `rankStep` as ranks. This
 * rank is never a multiple, so it never equals the rank of a level in a data file. Undefined when no rank is
 * free, or the level does not exist.
 */
export function rankAbove(levels: readonly Ranked[], aboveId: number): number | undefined {
  // The index -1 is the position below all levels, so the next index is that of the lowest level.
  const index = aboveId === 0 ? -1 : levels.findIndex(({ id }) => id === aboveId)
  if (aboveId !== 0 && index < 0) return undefined
  const rankBelow = levels[index]?.rank ?? 0
  const nextHigherRank = levels[index + 1]?.rank ?? rankBelow + REFERENCE_DATA.rankStep
  const middle = Math.floor((rankBelow + nextHigherRank) / 2)
  // If the middle is a multiple of `rankStep`, the numbers beside it are not.
  return [middle, middle + 1, middle - 1].find(
    (rank) => rank > rankBelow && rank < nextHigherRank && rank % REFERENCE_DATA.rankStep !== 0,
  )
}
