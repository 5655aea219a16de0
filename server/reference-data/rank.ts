import { REFERENCE_DATA } from '#contract/staff/limits.ts'

type Ranked = { id: number; rank: number }

/**
 * The rank of a level above another (0: below all), in a list lowest first that does not hold it. It is never one of the files', which are
 * hundreds, so that a new file's level never falls on an officer's. Undefined when there is no room, or no such level.
 */
export function rankAbove(levels: readonly Ranked[], above: number): number | undefined {
  const position = above === 0 ? -1 : levels.findIndex(({ id }) => id === above)
  if (above !== 0 && position < 0) return undefined
  const low = levels[position]?.rank ?? 0
  const high = levels[position + 1]?.rank ?? low + REFERENCE_DATA.rankStep
  const middle = Math.floor((low + high) / 2)
  return [middle, middle + 1, middle - 1].find((rank) => rank > low && rank < high && rank % REFERENCE_DATA.rankStep !== 0)
}
