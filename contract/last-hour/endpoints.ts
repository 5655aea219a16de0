import * as z from 'zod/mini'
import { BROWNOUT, LEVELS } from './brownout.ts'
import { CLASSES, endpoint, type FieldErrors } from '../endpoint.ts'
import { LAST_HOUR_WORDS } from './words.ts'
import { instant, text } from '../wire.ts'

// The calls of the page on which officers watch the last hour before a deadline. It shows the load, the line,
// and deadlines that may be moved.

const level = z.literal([...LEVELS])

/**
 * The state of a proposal for a later deadline. `proposed`: only the portal proposes it. `agreed`: one
 * officer agrees. `returned`: the second officer does not. `moved`: both agreed within the last day.
 */
export const PROPOSAL_STATES = ['agreed', 'proposed', 'returned', 'moved'] as const

const proposal = z.object({
  job_id: z.number(),
  reference: z.string(),
  title: z.string(),
  state: z.enum(PROPOSAL_STATES),
  /** How long the portal was down; null when an officer proposes a later deadline for another reason. */
  down_minutes: z.nullable(z.number()),
  /** The old deadline, null if the job had none, and the proposed deadline. */
  from: z.nullable(instant),
  until: instant,
  reason: z.string(),
  /** The officer who agreed first, and the one who decided after that. Each is null before that. */
  first: z.nullable(z.string()),
  second: z.nullable(z.string()),
  /** When the last of these officers decided; null while only the portal proposes. */
  decided_at: z.nullable(instant),
  note: z.string(),
})
export type DeadlineProposal = z.output<typeof proposal>

const state = z.object({
  at: instant,
  level,
  /** When the present level started; null before the first change of level. */
  level_at: z.nullable(instant),
  /** The officer who set the level, and the reason; null while the portal sets the level itself. */
  by_hand: z.nullable(z.object({ name: z.string(), reason: z.string() })),
  /**
   * The number of running processes, and whether all have the same level. They cannot agree while the
   * database is unreadable.
   */
  nodes: z.number(),
  agreed: z.boolean(),
  /** How long, in ms, requests wait in the queue of the busiest process now. */
  queue_ms: z.number(),
  /** Requests of each class, most important first, answered (`admitted`) or refused (`shed`) in a minute. */
  classes: z.array(
    z.object({ class: z.enum(CLASSES), words: z.string(), admitted: z.number(), shed: z.number() }),
  ),
  /** The number of applications submitted in each minute, without gaps; the current minute is last. */
  submissions: z.array(z.object({ at: instant, count: z.number() })),
  /** The estimated number of submits that have a ticket and will be sent again. */
  tickets: z.number(),
  /**
   * Proposals for later deadlines, by a job's rule or at an officer's request. Two officers approve each, on
   * the job's page.
   */
  proposals: z.array(proposal),
  /** The line of people who wait to use the portal, and how many are let in; null when there is no line. */
  line: z.nullable(z.object({ waiting: z.number(), let_in: z.number(), wait_seconds: z.number() })),
})
export type LastHour = z.output<typeof state>

const staffLastHour = endpoint({
  method: 'GET',
  path: '/api/staff/last-hour/',
  summary: 'Staff: how the portal copes with the load now: level, line, answered and refused requests',
  allowedFor: 'staff',
  right: 'reports.read',
  audit: { entryPer15Minutes: 'last_hour.looked_at' },
  rateLimit: 'read',
  loadClass: 'staff',
  neverShed: true,
  reply: state,
})

const staffSetLevel = endpoint({
  method: 'POST',
  path: '/api/staff/last-hour/level/',
  summary: 'Staff: sets the load level by hand, with a reason. With null, the portal decides again.',
  allowedFor: 'staff',
  right: 'level.set',
  rateLimit: 'write',
  loadClass: 'staff',
  neverShed: true,
  body: z.object({ level: z.nullable(level), reason: text(BROWNOUT.maxReasonChars) }),
  fieldErrors: ({ level: wished, reason }): FieldErrors =>
    wished !== null && reason.trim().length < BROWNOUT.minReasonChars
      ? { reason: LAST_HOUR_WORDS.reason }
      : {},
  reply: state,
})

export const lastHourEndpoints = {
  'GET /api/staff/last-hour/': staffLastHour,
  'POST /api/staff/last-hour/level/': staffSetLevel,
}
