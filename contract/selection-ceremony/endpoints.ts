import * as z from 'zod/mini'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { officer } from '../staff/endpoints.ts'
import { STAFF_WORDS } from '../staff/words.ts'
import { id, instant, text } from '../wire.ts'
import { areDice, CEREMONY, CEREMONY_WORDS as WORDS } from './words.ts'

// The calls about a ceremony, which draws the seed of a selection so that no one can choose it. First the
// pool of applications is frozen, and observers commit to secret texts. Then officers type the throws of
// dice, observers reveal their texts, and a public beacon makes its round: a random number at a time that was
// named before.

/**
 * The states of a ceremony. `proposed`: an officer proposed to freeze the pool. `frozen`: pool, round and
 * commitments are in the public log. `drawn`: the seed is known. `computed`: there is a result. `published`:
 * the result has taken effect. `abandoned`: two officers ended it. `failed`: the dice throws came too late.
 */
const SELECTION_STATES = [
  'proposed',
  'frozen',
  'drawn',
  'computed',
  'published',
  'abandoned',
  'failed',
] as const
export type SelectionState = (typeof SELECTION_STATES)[number]

/** Bytes as hexadecimal digits; a digest has 64 digits. */
const hex = z.string()
const observer = z.object({
  name: z.string(),
  /** The SHA-256 of the text that the observer keeps secret until the reveal. */
  commitment: hex,
  /** The text that the observer revealed; null before, or when it was revealed too late. */
  reveal: z.nullable(z.string()),
})
/** A document of the ceremony in the public log. `kind` says what happened, and `digest` is its SHA-256. */
const document = z.object({ kind: z.string(), digest: hex, at: instant, content: z.unknown() })

const ceremony = z.object({
  /** `is_public`: the job has a page. Its selection stays public when the job is archived. */
  job: z.object({ id: z.number(), reference: z.string(), title: z.string(), is_public: z.boolean() }),
  state: z.enum(SELECTION_STATES),
  /** The digest of the published selection rule. */
  rule: hex,
  /** The frozen pool; null until it is frozen. */
  pool: z.nullable(z.object({ root: hex, count: z.number(), frozen_at: instant })),
  /** The round of the public beacon. `address` is where anyone may read it once it is made. */
  round: z.object({ number: z.number(), at: instant, chain: hex, address: z.string() }),
  /** Officers may type dice throws and reveals until this time. What comes later does not count. */
  counts_until: instant,
  observers: z.array(observer),
  /** The dice throws; null until two officers have typed the same. */
  dice: z.nullable(z.string()),
  seed: z.nullable(hex),
  /** Why the ceremony was abandoned or failed; empty otherwise. */
  end_reason: z.string(),
  /**
   * The results that took effect, with the number of units of each. Their files are below /log/selections/.
   */
  results: z.array(z.object({ run: z.number(), published_at: instant, units: z.number() })),
  /** The documents of the ceremony, in the order of the public log: every step, and the newest changes. */
  documents: z.array(document),
})
export type Ceremony = z.output<typeof ceremony>

const staffCeremony = z.object({
  /** The last selection ceremony of the job; null if none was proposed. */
  ceremony: z.nullable(ceremony),
  proposed_by: z.nullable(officer),
  approved_by: z.nullable(officer),
  /** The digest of the pool that waits to be frozen; null until the pool is built. */
  pool_digest: z.nullable(hex),
  pool_count: z.nullable(z.number()),
  /** How many applications have no facts because of failures. While there are any, no pool is built. */
  unsorted: z.number(),
  /** Whether one officer has typed the dice throws. */
  dice_typed: z.boolean(),
  /** Whether this officer asked to abandon the selection, so that a second one may still agree. */
  has_asked_to_abandon: z.boolean(),
  /** The round that one officer typed instead of the named one. It counts once a second one types it too. */
  later_round: z.nullable(z.number()),
  may: z.array(z.enum(['propose', 'approve', 'withdraw', 'dice', 'reveal', 'beacon', 'abandon'])),
})
export type StaffCeremony = z.output<typeof staffCeremony>

// The common settings of the officers' calls. `proposing` and `approving` need different rights.
const call = {
  allowedFor: 'staff',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id }),
} as const
const proposing = { ...call, right: 'decisions.propose', reply: staffCeremony } as const
const approving = { ...call, right: 'decisions.approve', reply: staffCeremony } as const

const staffReadCeremony = endpoint({
  ...call,
  method: 'GET',
  path: '/api/staff/jobs/{id}/selection/',
  summary: 'Staff: the selection of a job, from the frozen pool to the seed',
  rateLimit: 'read',
  right: 'applications.read',
  audit: { entryPer15Minutes: 'selection.looked_at', idIsJob: true },
  reply: staffCeremony,
})

/** A commitment is a SHA-256 in 64 hexadecimal digits. */
const isCommitment = (value: string) => /^[0-9a-f]{64}$/.test(value)
const staffProposeFreeze = endpoint({
  ...proposing,
  method: 'POST',
  path: '/api/staff/jobs/{id}/selection/',
  summary:
    'Staff: proposes to freeze the pool (the applications that take part in a selection). It names the observers, and the time of the public random number.',
  body: z.object({
    /** The earliest time of the beacon's round: the first round from then on is used. */
    at: text(40),
    observers: z._default(
      z
        .array(z.object({ name: text(CEREMONY.maxName), commitment: text(64) }))
        .check(z.maxLength(CEREMONY.maxObservers, WORDS.observersMost)),
      [],
    ),
  }),
  fieldErrors: ({ at: roundTime, observers }): FieldErrors => ({
    ...(Number.isNaN(Date.parse(roundTime)) ? { at: WORDS.time } : {}),
    ...(observers.some(({ name }) => !name.trim()) ? { observers: WORDS.observerName } : {}),
    ...(observers.every(({ commitment }) => isCommitment(commitment))
      ? {}
      : { observers: WORDS.observerCommitment }),
  }),
})

const staffApproveFreeze = endpoint({
  ...approving,
  method: 'POST',
  path: '/api/staff/jobs/{id}/selection/approve/',
  summary: 'Staff: a second person freezes the pool. Its root, count and round go into the public log.',
  // The digest of the pool that the officer saw. A pool that has changed since is not frozen.
  body: z.object({ digest: text(64) }),
})

const staffWithdrawFreeze = endpoint({
  ...proposing,
  method: 'POST',
  path: '/api/staff/jobs/{id}/selection/withdraw/',
  summary: 'Staff: withdraws a proposed pool that is not frozen yet',
})

const staffTypeDice = endpoint({
  ...call,
  method: 'POST',
  path: '/api/staff/jobs/{id}/selection/dice/',
  summary: 'Staff: types the throws of the dice. A second officer must type the same.',
  right: 'ceremony.hold',
  body: z.object({ dice: text(60) }),
  fieldErrors: ({ dice }): FieldErrors => (areDice(dice) ? {} : { dice: WORDS.dice }),
  reply: staffCeremony,
})

const staffReveal = endpoint({
  ...call,
  method: 'POST',
  path: '/api/staff/jobs/{id}/selection/reveals/',
  summary: 'Staff: enters the text that an observer reveals. It must match the commitment.',
  right: 'ceremony.hold',
  // `position` is the number of the observer, from 1.
  body: z.object({ position: id, reveal: text(CEREMONY.maxReveal) }),
  reply: staffCeremony,
})

const staffBeacon = endpoint({
  ...call,
  method: 'POST',
  path: '/api/staff/jobs/{id}/selection/beacon/',
  summary:
    'Staff: pastes the round of the beacon, which is verified offline. A round later than the named one needs two officers.',
  right: 'ceremony.hold',
  body: z.object({ beacon: text(2_000) }),
  reply: staffCeremony,
})

const staffAbandon = endpoint({
  ...call,
  method: 'POST',
  path: '/api/staff/jobs/{id}/selection/abandon/',
  summary: 'Staff: asks to abandon a ceremony before its round, or agrees to it as the second person',
  right: 'ceremony.hold',
  body: z.object({ reason: text(CEREMONY.maxReason) }),
  fieldErrors: ({ reason }): FieldErrors => (reason.trim() ? {} : { reason: STAFF_WORDS.reasonRequired }),
  reply: staffCeremony,
})

const publicCeremony = endpoint({
  method: 'GET',
  path: '/api/selections/{id}/',
  summary: 'The selection of a job as everyone can follow it: pool, round, throws, reveals, seed',
  allowedFor: 'anyone',
  rateLimit: 'read',
  loadClass: 'public',
  publicCacheSeconds: 30,
  params: z.object({ id }),
  reply: z.object({ selections: z.array(ceremony) }),
})

const publicSelections = endpoint({
  method: 'GET',
  path: '/api/selections/',
  summary: `The selections of open, closed and archived jobs, newest first, at most ${CEREMONY.mostListed}`,
  allowedFor: 'anyone',
  rateLimit: 'read',
  loadClass: 'public',
  publicCacheSeconds: 60,
  reply: z.object({
    selections: z.array(
      z.object({
        job: z.object({ id: z.number(), reference: z.string(), title: z.string() }),
        state: z.enum(SELECTION_STATES),
        round_at: instant,
      }),
    ),
  }),
})

export const selectionCeremonyEndpoints = {
  'GET /api/selections/': publicSelections,
  'GET /api/selections/{id}/': publicCeremony,
  'GET /api/staff/jobs/{id}/selection/': staffReadCeremony,
  'POST /api/staff/jobs/{id}/selection/': staffProposeFreeze,
  'POST /api/staff/jobs/{id}/selection/approve/': staffApproveFreeze,
  'POST /api/staff/jobs/{id}/selection/withdraw/': staffWithdrawFreeze,
  'POST /api/staff/jobs/{id}/selection/dice/': staffTypeDice,
  'POST /api/staff/jobs/{id}/selection/reveals/': staffReveal,
  'POST /api/staff/jobs/{id}/selection/beacon/': staffBeacon,
  'POST /api/staff/jobs/{id}/selection/abandon/': staffAbandon,
}
