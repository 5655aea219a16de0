import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { REPORTS } from '../reports/limits.ts'
import { id, instant } from '../wire.ts'

// The calls with which everyone reads the published result of a selection. A unit is an area in which the
// shares of gender and disability hold. A run is one computation of the result.

export const shortfallRule = z.enum(['seats', 'gender', 'disability'])

/** A part of the rule that a unit could not keep: what the rule `asked`, and what was `kept` instead. */
const shortfall = z.object({
  rule: shortfallRule,
  /** The place that has too few people for its seats; empty when a share could not be kept. */
  place: z.string(),
  asked: z.number(),
  /** What was kept. Null when it would reveal a small number of people of a gender or with a disability. */
  kept: z.nullable(z.number()),
})
export type Shortfall = z.output<typeof shortfall>

type ExactShortfall = Omit<Shortfall, 'kept'> & { kept: number }
/**
 * A part of the rule that could not be kept, as everyone may read it. `kept` is missing where it would reveal
 * a small number of people. A share of one gender also reveals the others, who have the rest of the `filled`
 * seats.
 */
export function publicShortfall(shortfall: ExactShortfall, filled: number): Shortfall {
  const { rule, kept } = shortfall
  // How many people `kept` would reveal. For the rule `seats` it reveals no one.
  const revealedPeople = { seats: Infinity, gender: filled - kept, disability: kept }[rule]
  return { ...shortfall, kept: revealedPeople < REPORTS.smallestShownCount ? null : kept }
}

/** A file of the result. `digest` is its SHA-256, 64 hex digits. */
const file = z.object({ name: z.string(), bytes: z.number(), digest: z.string() })
export type ResultFile = z.output<typeof file>

const unit = z.object({
  /** The number of the unit, from 1, in the order of the files. */
  number: z.number(),
  /** The key and the name of the unit's area, such as `county:44`; `job` has no name. */
  unit: z.string(),
  name: z.nullable(z.string()),
  /** The county of the unit; null for the whole job. */
  county: z.nullable(z.object({ code: z.number(), name: z.string() })),
  seats: z.number(),
  filled: z.number(),
  people: z.number(),
  /** The points of the last person who was taken; null when no one was. */
  lowest: z.nullable(z.number()),
  shortfalls: z.array(shortfall),
})

const county = z.object({
  code: z.number(),
  name: z.string(),
  seats: z.number(),
  filled: z.number(),
  people: z.number(),
})

/** The published result; null when there is none, or it has not taken effect. */
const orNone = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.object({ result: z.nullable(z.object(shape)) })

const ofRun = z.object({ id, run: id })
const open = {
  method: 'GET',
  allowedFor: 'anyone',
  rateLimit: 'read',
  loadClass: 'public',
  publicCacheSeconds: 60,
} as const

const publicResult = endpoint({
  ...open,
  path: '/api/selections/{id}/results/{run}/',
  summary:
    'The published result of a selection: seats and people by unit (area) and by county, and the files. It says where the rule could not be kept.',
  params: ofRun,
  reply: orNone({
    job: z.object({ id: z.number(), reference: z.string(), title: z.string() }),
    published_at: instant,
    /** The number of the last run that took effect. A later result replaces this one. */
    newest: z.number(),
    units: z.array(unit),
    /** The counts by county; empty when seats are counted for the whole job. */
    counties: z.array(county),
    /** The files of the result; empty until their digests are computed. */
    files: z.array(file),
  }),
})

const publicResultUnit = endpoint({
  ...open,
  path: '/api/selections/{id}/results/{run}/units/{unit}/',
  summary:
    'One unit (area) of a result: how many people were taken, in reserve or not taken, by number of points',
  params: z.extend(ofRun, { unit: id }),
  reply: orNone({
    job: z.object({ id: z.number(), reference: z.string(), title: z.string() }),
    newest: z.number(),
    unit,
    /** How many people have each number of points, from the most points down. */
    bars: z.array(
      z.object({ points: z.number(), taken: z.number(), reserve: z.number(), not_taken: z.number() }),
    ),
    file: z.nullable(file),
  }),
})

export const resultEndpoints = {
  'GET /api/selections/{id}/results/{run}/': publicResult,
  'GET /api/selections/{id}/results/{run}/units/{unit}/': publicResultUnit,
}
