import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, instant } from '../wire.ts'
import { CHANGE_REASON_KINDS } from './outcome-words.ts'

/** Bytes in hexadecimal digits. */
const hex = z.string()

/**
 * The proof that an entry is in the frozen pool: the entry, and the hashes from it to the root (RFC 6962).
 * The applicant saves it, and the program `check-place.mjs` checks it.
 */
const poolProof = z.object({
  format: z.literal('selection-proof/1'),
  entry: z.object({
    blind: hex,
    disability: z.boolean(),
    gender: z.enum(['female', 'male', 'other']),
    leaf: hex,
    place: z.string(),
    points: z.number(),
    unit: z.string(),
  }),
  /** The number of the entry in the pool, from 0, of so many. */
  index: z.number(),
  size: z.number(),
  root: hex,
  hashes: z.array(hex),
})

/** Only the owner of an application reads it, and only once the result has taken effect. */
const ownPlace = endpoint({
  method: 'GET',
  path: '/api/job-applications/{id}/selection/',
  summary: 'What a selection decided about one’s own application: place in the order, points, why, and proof',
  allowedFor: 'applicant',
  rateLimit: 'read',
  loadClass: 'save',
  params: z.object({ id }),
  reply: z.object({
    job_id: z.number(),
    reference_number: z.string(),
    published_at: instant,
    /** The area where the seats are counted: its key, and its name if it is an area. */
    place: z.string(),
    place_name: z.nullable(z.string()),
    points: z.number(),
    /** The points of each criterion, in the order of the rule. */
    criteria: z.array(z.number()),
    /** The rank by points and lot, from 1, and of how many people: in the unit, and then in the place. */
    unit_rank: z.number(),
    unit_people: z.number(),
    rank: z.number(),
    people: z.number(),
    /** How many people of the place were taken, and the points of the last of them. */
    taken: z.number(),
    last_points: z.nullable(z.number()),
    result: z.enum(['taken', 'reserve', 'not_taken']),
    /** `full`: every seat was filled. `rule`: the shares of gender or disability kept the person out. */
    reason: z.nullable(z.enum(['full', 'rule'])),
    /**
     * For a person whom the shares of the rule kept out: from this rank of the unit on, no one of the same
     * kind was taken.
     */
    closing_rank: z.nullable(z.number()),
    reserve_number: z.nullable(z.number()),
    /** Why two officers took this person from the pool; null unless a later result is without them. */
    gone: z.nullable(z.enum(CHANGE_REASON_KINDS)),
    /**
     * The hash of the application in the public log. Its lot follows from it and the seed, and orders equal
     * points.
     */
    leaf: hex,
    lot: hex,
    seed: hex,
    /**
     * HMAC-SHA-256 of "pool" under the salt of the receipt. The entry in the pool holds it, so that no one
     * can guess the entry.
     */
    blind: hex,
    /** The proof that this person is in the frozen pool. Null for a pool of an earlier version. */
    pool: z.nullable(poolProof),
  }),
})

/** What the published rule gives for an application as it is now: a draft, or what was sent. */
const ownPoints = endpoint({
  method: 'GET',
  path: '/api/job-applications/{id}/points/',
  summary: 'The points of one’s own application by the published rule; null where the job has none',
  allowedFor: 'applicant',
  rateLimit: 'read',
  loadClass: 'save',
  params: z.object({ id }),
  reply: z.object({
    points: z.nullable(z.object({ sum: z.number(), criteria: z.array(z.number()), most: z.number() })),
  }),
})

export type OwnPlace = z.output<typeof ownPlace.reply>

export const ownPlaceEndpoints = {
  'GET /api/job-applications/{id}/selection/': ownPlace,
  'GET /api/job-applications/{id}/points/': ownPoints,
}
