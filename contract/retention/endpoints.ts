import * as z from 'zod/mini'
import { deadlineInstant } from '../civil-dates.ts'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { officer } from '../staff/endpoints.ts'
import { STAFF_WORDS } from '../staff/words.ts'
import { id, instant, strictBoolean, text } from '../wire.ts'
import { PERIOD_NAMES } from './periods.ts'
import { GOING_KINDS, HOLD_STATES, HOLD_WORDS, RETENTION } from './words.ts'

// The calls about how long data is stored, and about holds. A hold means that no data of a recruitment is
// deleted for a time.

const periods = z.array(z.object({ name: z.enum(PERIOD_NAMES), days: z.number() }))

const getRetention = endpoint({
  method: 'GET',
  path: '/api/retention/',
  summary: 'How many days each kind of data is kept',
  allowedFor: 'anyone',
  rateLimit: 'read',
  loadClass: 'public',
  reply: z.object({ periods }),
  publicCacheSeconds: 300,
})

const job = z.object({ id: z.number(), reference: z.string(), title: z.string() })

/** The officer who proposed, and the officer who decided; null while no one has decided. */
const proposal = {
  reason: z.string(),
  proposed_by: officer,
  proposed_at: instant,
  decided_by: z.nullable(officer),
  decided_at: z.nullable(instant),
  note: z.string(),
}
const hold = z.object({
  id: z.number(),
  job,
  state: z.enum(HOLD_STATES),
  ...proposal,
  ends_at: instant,
  /** Until when the proposed hold waits for a second officer. */
  waits_until: instant,
  /** The last proposal to lift the hold; null when there is none. */
  lift: z.nullable(z.object({ id: z.number(), ...proposal })),
  /** What this officer may do with the hold. */
  may: z.array(z.enum(['decide', 'lift', 'withdraw'])),
})
export type Hold = z.output<typeof hold>

/** Data of a job that will be deleted. */
const going = z.object({
  job,
  kind: z.enum(GOING_KINDS),
  count: z.number(),
  /** When the data is deleted. */
  at: instant,
  /** Whether a hold has postponed this date. */
  held: z.boolean(),
})

const staffRetention = endpoint({
  method: 'GET',
  path: '/api/staff/retention/',
  summary:
    'Staff: what will be deleted in the next 90 days by job, recruitments without an end, and the holds',
  allowedFor: 'staff',
  right: 'retention.read',
  audit: { entryPer15Minutes: 'retention.listed' },
  rateLimit: 'read',
  loadClass: 'extra',
  reply: z.object({
    going: z.array(going),
    /**
     * Jobs that closed long ago, with the number of their sent applications without a verdict. These have no
     * date of deletion while their job is not archived.
     */
    without_end: z.array(z.object({ job, count: z.number(), closed_at: instant })),
    /**
     * Accounts that got the warning email. They are deleted in the next 90 days unless their person logs in.
     */
    accounts: z.number(),
    holds: z.array(hold),
    periods,
    /** The jobs for which this officer may propose a hold; empty when there are none. */
    jobs: z.array(job),
  }),
})

/** The common settings of the calls that propose a hold or change one. */
const changing = { allowedFor: 'staff', rateLimit: 'write', loadClass: 'staff' } as const
const requireReason = ({ reason }: { reason: string }): FieldErrors =>
  reason.trim() ? {} : { reason: STAFF_WORDS.reasonRequired }

const proposeHold = endpoint({
  ...changing,
  method: 'POST',
  path: '/api/staff/jobs/{id}/holds/',
  summary:
    'Staff: proposes to delete nothing of a recruitment until a day. Nothing is deleted while the proposal waits.',
  right: 'retention.hold',
  params: z.object({ id }),
  body: z.object({ reason: text(RETENTION.maxReason), ends_on: text(40) }),
  fieldErrors: ({ reason, ends_on: endsOn }): FieldErrors => ({
    ...requireReason({ reason }),
    ...(deadlineInstant(endsOn) ? {} : { ends_on: HOLD_WORDS.endRequired }),
  }),
  reply: hold,
})

/** The common settings of the calls that change an existing hold. */
const oneHold = { ...changing, params: z.object({ id }), reply: hold } as const
const decideHold = endpoint({
  ...oneHold,
  method: 'POST',
  path: '/api/staff/holds/{id}/decide/',
  summary:
    'Staff: a second person agrees to a hold or to lifting it, or returns it. The person who proposed it cannot.',
  right: 'retention.decide',
  // `lift` is the proposal to lift that the officer saw; null when they decide on the hold.
  body: z.object({
    approve: strictBoolean,
    note: text(RETENTION.maxReason),
    lift: z._default(z.nullable(id), null),
  }),
  fieldErrors: ({ approve, note }): FieldErrors =>
    approve || note.trim() ? {} : { note: STAFF_WORDS.noteRequired },
})
const proposeLift = endpoint({
  ...oneHold,
  method: 'POST',
  path: '/api/staff/holds/{id}/lift/',
  summary: 'Staff: proposes to lift a hold before its end. It stays until a second person agrees.',
  right: 'retention.hold',
  body: z.object({ reason: text(RETENTION.maxReason) }),
  fieldErrors: requireReason,
})
const withdrawHold = endpoint({
  ...oneHold,
  method: 'POST',
  path: '/api/staff/holds/{id}/withdraw/',
  summary: 'Staff: takes back the officer’s own waiting proposal of a hold, or of lifting one',
  right: 'retention.hold',
})

export const retentionEndpoints = {
  'GET /api/retention/': getRetention,
  'GET /api/staff/retention/': staffRetention,
  'POST /api/staff/jobs/{id}/holds/': proposeHold,
  'POST /api/staff/holds/{id}/decide/': decideHold,
  'POST /api/staff/holds/{id}/lift/': proposeLift,
  'POST /api/staff/holds/{id}/withdraw/': withdrawHold,
}
