import { createHash } from 'node:crypto'
import { canonical } from '#contract/canonical.ts'
import { QUICKNET } from '#contract/selection-rules/quicknet.ts'
import { RULE_FORMAT, type RuleContent, type SelectionRule } from '#contract/selection-rules/rule.ts'
import type { RuleArea } from './areas.ts'

/** What the document is made from besides the officer's content. `job` is the reference of the job. */
type DocumentInputs = { job: string; version: number; areas: RuleArea[] }

/**
 * The seats of every place, sorted by place. A place that the officer did not list gets a line with 0 seats.
 * Without this line, people who live there could not be in the pool.
 */
function seatsOf({ unit: unitKind, seats }: RuleContent, areas: RuleArea[]): SelectionRule['seats'] {
  const counts = new Map(seats.map(({ place, seats: count }) => [place, count]))
  return areas
    .flatMap(({ key, units }) => {
      const unitOfPlace = units[unitKind]
      return unitOfPlace === null ? [] : [{ unit: unitOfPlace, place: key, seats: counts.get(key) ?? 0 }]
    })
    .sort((left, right) => (left.place < right.place ? -1 : Number(left.place > right.place)))
}

/** The public document of a rule, in the format `selection-rule/1`: canonical text, and its SHA-256. */
export function ruleDocument(content: RuleContent, { job, version, areas }: DocumentInputs) {
  const rule: SelectionRule = {
    ...content,
    format: RULE_FORMAT,
    job,
    version,
    seats: seatsOf(content, areas),
    // The chain of drand, the public randomness service, from which each person's lot is drawn.
    beacon: QUICKNET,
  }
  const document = canonical(rule)
  return { document, digest: createHash('sha256').update(document).digest() }
}
