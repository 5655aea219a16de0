import type { Rule } from './pack.ts'
import { type CountedUnit, shortfallsOfCounts } from './walk.ts'

export type ForeseeTask = { rule: Rule; units: CountedUnit[] }
/** How many units could not keep each part of the rule. */
export type Foreseen = { seats: number; gender: number; disability: number }

/** What a rule could not keep with so many people of each kind, in a thread that does nothing else. */
export default ({ rule, units }: ForeseeTask): Foreseen => {
  const short = units.map((unit) => new Set(shortfallsOfCounts(rule, unit).map((entry) => entry.rule)))
  const countOf = (name: keyof Foreseen) => short.filter((rules) => rules.has(name)).length
  return { seats: countOf('seats'), gender: countOf('gender'), disability: countOf('disability') }
}
