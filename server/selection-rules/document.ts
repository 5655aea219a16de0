import { createHash } from 'node:crypto'
import { canonical } from '#contract/canonical.ts'
import { QUICKNET } from '#contract/selection-rules/quicknet.ts'
import { RULE_FORMAT, type RuleContent, type SelectionRule } from '#contract/selection-rules/rule.ts'
import type { RuleArea } from './areas.ts'

type Published = { job: string; version: number; areas: RuleArea[] }

/**
 * "Every place of a unit stands in `seats`, with 0 if it has none." All units are there, so that everyone who
 * applies is in the pool. Sorted by place.
 */
function seatsOf({ unit, seats }: RuleContent, areas: RuleArea[]): SelectionRule['seats'] {
  const counts = new Map(seats.map(({ place, seats: count }) => [place, count]))
  return areas
    .flatMap(({ key, units }) => {
      const ofPlace = units[unit]
      return ofPlace === null ? [] : [{ unit: ofPlace, place: key, seats: counts.get(key) ?? 0 }]
    })
    .sort((left, right) => (left.place < right.place ? -1 : Number(left.place > right.place)))
}

/** `selection-rule/1` of a version: the canonical text, and its SHA-256. */
export function ruleDocument(content: RuleContent, { job, version, areas }: Published) {
  const rule: SelectionRule = {
    ...content,
    format: RULE_FORMAT,
    job,
    version,
    seats: seatsOf(content, areas),
    beacon: QUICKNET,
  }
  const document = canonical(rule)
  return { document, digest: createHash('sha256').update(document).digest() }
}
