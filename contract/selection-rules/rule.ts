import * as z from 'zod/mini'
import { NAMED_KINDS } from '../documents/documents.ts'
import { text } from '../wire.ts'
import { SELECTION_RULES } from './limits.ts'
import { SELECTION_RULE_WORDS as WORDS } from './words.ts'

/** The name of the format of a rule's published document. */
export const RULE_FORMAT = 'selection-rule/1'

/** The kinds of areas for which seats are counted, from the largest. */
export const PLACE_KINDS = ['job', 'county', 'constituency', 'ward'] as const
export type PlaceKind = (typeof PLACE_KINDS)[number]
/** The kinds of areas in which the legal shares must hold. */
export const UNIT_KINDS = ['job', 'county', 'constituency'] as const
export type UnitKind = (typeof UNIT_KINDS)[number]

/**
 * The facts that give points. Each is a whole number computed from the frozen application alone. Years and
 * age are those on the closing date. `lives_in_area` and `document` are 1 or 0.
 */
const FACTS = ['qualification', 'experience_years', 'age_years', 'lives_in_area', 'document'] as const
export type Fact = (typeof FACTS)[number]

/** A whole number from 0 to `largest`. `words` is the error for any other value. */
const whole = (largest: number, words: string) =>
  z.int({ error: words }).check(z.minimum(0, words), z.maximum(largest, words))

const criterion = z.object({
  fact: z.enum(FACTS),
  /** For the fact `document`: the kind of document. */
  document: z.optional(z.enum(NAMED_KINDS)),
  /** The points for a value are those of the last row whose `from` is at most the value, else 0. */
  table: z
    .array(
      z.object({
        from: whole(SELECTION_RULES.maxFrom, WORDS.valueWhole),
        points: whole(SELECTION_RULES.maxPoints, WORDS.pointsWhole),
      }),
    )
    .check(z.maxLength(SELECTION_RULES.maxRows, WORDS.tableMost)),
})
export type Criterion = z.output<typeof criterion>

/** A share as two numbers, for example `[2, 3]` for two thirds. */
const share = (words: string) => z.tuple([z.int({ error: words }), z.int({ error: words })], { error: words })

/** A whole number of seats. */
const seatCount = whole(1_000_000, WORDS.seatsWhole)

/** The key of a unit or a place: `job`, `county:44`, `constituency:252`, `ward:1260`. */
const areaKey = text(40)

/** A selection rule as an officer writes it: `selection-rule/1` without job, version and beacon. */
export const ruleContent = z.object({
  criteria: z.array(criterion).check(z.maxLength(SELECTION_RULES.maxCriteria, WORDS.criteriaMost)),
  unit: z.enum(UNIT_KINDS),
  place: z.enum(PLACE_KINDS),
  seats: z
    .array(z.object({ place: areaKey, seats: seatCount }))
    .check(z.maxLength(SELECTION_RULES.maxPlaces, WORDS.seatsMost)),
  /** The largest share of one gender, in each unit with at least `from` seats. */
  gender: z.optional(z.object({ maxShare: share(WORDS.share), from: seatCount })),
  /** The smallest share of persons with disabilities, in each unit with at least `from` seats. */
  disability: z.optional(z.object({ minShare: share(WORDS.share), from: seatCount })),
  /** The length of the reserve list, as a percentage of the seats. */
  reservePercent: whole(100, WORDS.reserve),
})
export type RuleContent = z.output<typeof ruleContent>

/**
 * A public beacon. It makes a random number, called a round, at fixed times. Anyone can verify each round.
 */
export type BeaconChain = {
  /** The hash that names the chain of rounds, and the key that verifies them, in hexadecimal digits. */
  hash: string
  public_key: string
  /** Seconds since 1970 at which round 1 was made. */
  genesis_time: number
  /** Seconds between two rounds. */
  period: number
}

/** The published document of a rule. Its SHA-256 over canonical JSON is the rule's digest, 64 hex digits. */
export type SelectionRule = Omit<RuleContent, 'seats'> & {
  format: typeof RULE_FORMAT
  /** The job's reference. */
  job: string
  /** The version of the rule: 1 for the job's first rule, 2 for the next. */
  version: number
  seats: { unit: string; place: string; seats: number }[]
  beacon: BeaconChain
}
