import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, instant } from '../wire.ts'
import { CHANGE_REASON_KINDS } from './change-reasons.ts'

/** Bytes as hexadecimal digits. */
const hex = z.string()

/**
 * The proof that a person's entry is in the frozen pool: the entry, and the hashes from it to the root (RFC
 * 6962). The applicant saves it, and the program `check-place.mjs` checks it.
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
  /** The position of the entry in the pool, from 0, and the number of all entries. */
  index: z.number(),
  size: z.number(),
  root: hex,
  hashes: z.array(hex),
})

/** A person's own result of a selection. Only its owner reads it, once the result has taken effect. */
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
    /** Whether the job has a page. The place stays when the job is archived. */
    is_public: z.boolean(),
    reference_number: z.string(),
    published_at: instant,
    /** The area for which seats are counted: its key, and its name; null for the whole job. */
    place: z.string(),
    place_name: z.nullable(z.string()),
    points: z.number(),
    /** The person's points for each criterion, in the order of the rule. */
    criteria: z.array(z.number()),
    /**
     * The person's rank by points and lot, from 1, and the number of people: in the unit, the area of the
     * legal shares, and in the place, the area of the seats. Both ranks are null without a result.
     */
    unit_rank: z.nullable(z.number()),
    unit_people: z.number(),
    rank: z.nullable(z.number()),
    people: z.number(),
    /** How many people of the place were taken, and the points of the last one taken. */
    taken: z.number(),
    last_points: z.nullable(z.number()),
    /** Null for a person who was removed from the pool before the first published result. */
    result: z.nullable(z.enum(['taken', 'reserve', 'not_taken'])),
    /**
     * Why the person was not taken; null for a person who was. `full`: every seat was filled. `rule`: the
     * shares of gender or disability prevented it.
     */
    reason: z.nullable(z.enum(['full', 'rule'])),
    /**
     * For a person whom the rule's shares kept out: from this rank of the unit, no one of the same kind was
     * taken.
     */
    closing_rank: z.nullable(z.number()),
    reserve_number: z.nullable(z.number()),
    /** Why two officers removed this person from the pool; set once a published result leaves them out. */
    gone: z.nullable(z.enum(CHANGE_REASON_KINDS)),
    /**
     * The hash of the application in the public log. The person's lot is computed from it and the seed. Lots
     * order people with equal points.
     */
    leaf: hex,
    lot: hex,
    seed: hex,
    /**
     * A secret part of the person's entry in the pool, so that no one can guess the entry. It is the
     * HMAC-SHA-256 of "pool" with the receipt's salt as key.
     */
    blind: hex,
    /** The proof that this person is in the frozen pool; null for a pool of an earlier version. */
    pool: z.nullable(poolProof),
  }),
})

/** The points that the published rule gives for the person's own application: a draft, or what was sent. */
const ownPoints = endpoint({
  method: 'GET',
  path: '/api/job-applications/{id}/points/',
  summary: 'The points of one’s own application by the published rule; null where the job has none',
  allowedFor: 'applicant',
  rateLimit: 'read',
  loadClass: 'save',
  params: z.object({ id }),
  reply: z.object({
    /** `sum` adds up the points of all criteria. `most` is the largest sum that the rule allows. */
    points: z.nullable(z.object({ sum: z.number(), criteria: z.array(z.number()), most: z.number() })),
  }),
})

export type OwnPlace = z.output<typeof ownPlace.reply>

export const ownPlaceEndpoints = {
  'GET /api/job-applications/{id}/selection/': ownPlace,
  'GET /api/job-applications/{id}/points/': ownPoints,
}
