import type { Rule } from './pack.ts'
import { type CountedUnit, shortfallsOfCounts } from './walk.ts'

export type ForeseeTask = { rule: Rule; units: CountedUnit[] }
/** For each part of the rule, the number of units that could not keep it. */
export type Foreseen = { seats: number; gender: number; disability: number }

/** Counts which parts of a rule could not be kept, for its preview. It runs in a thread of its own. */
export default ({ rule, units }: ForeseeTask): Foreseen => {
  const brokenParts = units.map((unit) => new Set(shortfallsOfCounts(rule, unit).map((short) => short.rule)))
  const countOf = (part: keyof Foreseen) => brokenParts.filter((parts) => parts.has(part)).length
  return { seats: countOf('seats'), gender: countOf('gender'), disability: countOf('disability') }
}
