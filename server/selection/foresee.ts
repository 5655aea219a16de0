import type { Rule } from './pack.ts'
import { type CountedUnit, shortfallsOfCounts } from './walk.ts'

export type ForeseeTask = { rule: Rule; units: CountedUnit[] }
/** How many units could not keep each part of the rule. */
export type Foreseen = { seats: number; gender: number; disability: number }

/** Counts what a rule could not keep, for its preview. Runs in a thread that does nothing else. */
export default ({ rule, units }: ForeseeTask): Foreseen => {
  const brokenParts = units.map((unit) => new Set(shortfallsOfCounts(rule, unit).map((short) => short.rule)))
  const countOf = (part: keyof Foreseen) => brokenParts.filter((parts) => parts.has(part)).length
  return { seats: countOf('seats'), gender: countOf('gender'), disability: countOf('disability') }
}
