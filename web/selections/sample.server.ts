import sample from './sample.json' with { type: 'json' }
import { translate } from '../language/translate.ts'
import type { ShownCeremony } from './ceremony.server.ts'
import { longDeadline } from '#contract/dates.ts'
import { mostPoints } from '#contract/selection-rules/points.ts'
import { seatsByCounty } from './map.server.ts'
import { criterionRows, factWords, ruleWords } from '../ui/rule-words.ts'
import { ruleContent } from '#contract/selection-rules/rule.ts'
import { publicShortfall, shortfallRule } from '#contract/selections/result-endpoints.ts'

const when = (instant: string) => translate(longDeadline(instant))

// The rule of the sample counts no document, so no document needs a name.
const NAMES = { documentName: () => '' }

/**
 * The data of the sample, with its rule and its times already in words. So browsers load no code for them.
 */
export function sampleInWords() {
  const { rule: published, ceremony, ...rest } = sample
  const rule = ruleContent.parse(published)
  return {
    ...rest,
    units: sample.units.map(({ shortfalls, ...unit }) => ({
      ...unit,
      // The sample hides small numbers, as the page of a real result does.
      shortfalls: shortfalls.map((shortfall) =>
        publicShortfall({ place: '', ...shortfall, rule: shortfallRule.parse(shortfall.rule) }, unit.filled),
      ),
    })),
    counties: seatsByCounty(sample.units),
    most: mostPoints(rule),
    criteria: rule.criteria.map((criterion) => ({
      name: factWords(criterion, NAMES),
      rows: criterionRows(criterion, NAMES)
        .map(({ from, points }) => `${from}: ${points}`)
        .join('; '),
    })),
    words: ruleWords(rule),
    ceremony: {
      rule: { digest: ceremony.parts.rule, at: when(ceremony.rule_at) },
      pool: { root: ceremony.parts.pool_root, count: ceremony.pool_count, at: when(ceremony.pool_at) },
      until: '',
      dice: { throws: ceremony.parts.dice, at: when(ceremony.dice_at) },
      observers: ceremony.observers.map((observer) => ({ ...observer, isAwaited: false })),
      round: { number: ceremony.beacon.round, at: when(ceremony.round_at), address: '' },
      chain: published.beacon.hash,
      beacon: ceremony.beacon,
      seed: ceremony.seed,
    } satisfies ShownCeremony,
  }
}
export type SampleInWords = ReturnType<typeof sampleInWords>
