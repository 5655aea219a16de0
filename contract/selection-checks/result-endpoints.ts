import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { REPORTS } from '../reports/limits.ts'
import { id, instant } from '../wire.ts'

// The calls with which everyone reads the published result of a selection. A unit is an area in which the
// shares of gender and disability hold. A run is one computation of the result.

export const shortfallRule = z.enum(['seats', 'gender', 'disability'])

/**
 * A part of the rule that a unit could not keep with its applicants: what was `asked`, and what was `kept`.
 */
const shortfall = z.object({
  rule: shortfallRule,
  /** The name of the place that has too few people; empty for a share. */
  place: z.string(),
  asked: z.number(),
  /** Null when it would be a small number of people of a gender or with a disability. */
  kept: z.nullable(z.number()),
})
export type Shortfall = z.output<typeof shortfall>

type ExactShortfall = Omit<Shortfall, 'kept'> & { kept: number }
/**
 * A shortfall as everyone may read it: without `kept` where that would reveal a small number of people. A
 * share of gender reveals the people of other genders, who have the rest of the `filled` seats.
 */
export function publicShortfall(shortfall: ExactShortfall, filled: number): Shortfall {
  const { rule, kept } = shortfall
  const revealed = { seats: Infinity, gender: filled - kept, disability: kept }[rule]
  return { ...shortfall, kept: revealed < REPORTS.smallestShownCount ? null : kept }
}

const file = z.object({ name: z.string(), bytes: z.number(), digest: z.string() })
export type ResultFile = z.output<typeof file>

const unit = z.object({
  /** From 1, in the order of the files. */
  number: z.number(),
  /** The key of the area, such as `county:44`, and its name; `job` has none. */
  unit: z.string(),
  name: z.nullable(z.string()),
  /** Its county; null for the whole job. */
  county: z.nullable(z.object({ code: z.number(), name: z.string() })),
  seats: z.number(),
  filled: z.number(),
  people: z.number(),
  /** The points of the last who was taken; null when no one was. */
  lowest: z.nullable(z.number()),
  shortfalls: z.array(shortfall),
})
export type ResultUnit = z.output<typeof unit>

const county = z.object({
  code: z.number(),
  name: z.string(),
  seats: z.number(),
  filled: z.number(),
  people: z.number(),
})
export type ResultCounty = z.output<typeof county>

/** The reply of a result; null when there is no such result, or it has not taken effect. */
const orNone = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.object({ result: z.nullable(z.object(shape)) })

const ofRun = z.object({ id, run: id })
const open = {
  method: 'GET',
  allowedFor: 'anyone',
  rateLimit: 'read',
  loadClass: 'public',
  publicFor: 60,
} as const

const publicResult = endpoint({
  ...open,
  path: '/api/selections/{id}/results/{run}/',
  summary:
    'A result that took effect: seats, people and shortfalls of each unit, seats by county, and the files',
  params: ofRun,
  reply: orNone({
    job: z.object({ id: z.number(), reference: z.string(), title: z.string() }),
    published_at: instant,
    /** The number of the last run that took effect. A later one replaces this. */
    newest: z.number(),
    units: z.array(unit),
    /** By the places in which seats are counted; empty when they are counted in the whole job. */
    counties: z.array(county),
    /** Empty until their digests are computed. */
    files: z.array(file),
  }),
})

const publicResultUnit = endpoint({
  ...open,
  path: '/api/selections/{id}/results/{run}/units/{unit}/',
  summary: 'One unit of a result: how many people had how many points, and what became of them',
  params: z.extend(ofRun, { unit: id }),
  reply: orNone({
    job: z.object({ id: z.number(), reference: z.string(), title: z.string() }),
    newest: z.number(),
    unit,
    /** From the most points down. */
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
