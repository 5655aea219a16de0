import { REFERENCE_DATA } from '#contract/staff/limits.ts'

type Ranked = { id: number; rank: number }

/**
 * A free rank above the level with the id `aboveId`; 0 means below all levels. `levels` has the lowest first,
 * without the level that gets the rank. Data files use the multiples of `rankStep` as ranks. This rank is
 * never one of them, so a new level of a file never gets the rank of an officer's level. Undefined when no
 * rank is free, or the level does not exist.
 */
export function rankAbove(levels: readonly Ranked[], aboveId: number): number | undefined {
  // -1 stands for below all levels, so that the next index is the lowest level.
  const index = aboveId === 0 ? -1 : levels.findIndex(({ id }) => id === aboveId)
  if (aboveId !== 0 && index < 0) return undefined
  const rankBelow = levels[index]?.rank ?? 0
  const rankAboveIt = levels[index + 1]?.rank ?? rankBelow + REFERENCE_DATA.rankStep
  const middle = Math.floor((rankBelow + rankAboveIt) / 2)
  // When the middle is a multiple, its neighbours are not.
  return [middle, middle + 1, middle - 1].find(
    (rank) => rank > rankBelow && rank < rankAboveIt && rank % REFERENCE_DATA.rankStep !== 0,
  )
}
