import * as z from 'zod/mini'
import { BROWNOUT, LEVELS } from './brownout.ts'
import { CLASSES, endpoint, type FieldErrors } from '../endpoint.ts'
import { LAST_HOUR_WORDS } from './words.ts'
import { instant, text } from '../wire.ts'

const level = z.literal([...LEVELS])

/** `proposed` by the portal alone; `agreed` to by one officer; `returned` by the second; `moved` within the last day. */
export const PROPOSAL_STATES = ['agreed', 'proposed', 'returned', 'moved'] as const

const proposal = z.object({
  job_id: z.number(),
  reference: z.string(),
  title: z.string(),
  state: z.enum(PROPOSAL_STATES),
  /** Null: an officer proposes it for another reason. */
  down_minutes: z.nullable(z.number()),
  from: z.nullable(instant),
  until: instant,
  reason: z.string(),
  /** Who agreed first, and who decided after. */
  first: z.nullable(z.string()),
  second: z.nullable(z.string()),
  /** Of the last of both; null while the portal proposes it alone. */
  decided_at: z.nullable(instant),
  note: z.string(),
})
export type DeadlineProposal = z.output<typeof proposal>

const state = z.object({
  at: instant,
  level,
  /** When it became so; null before the first change. */
  level_at: z.nullable(instant),
  /** Set by an officer, with whose name and reason; null while the portal sets it by itself. */
  by_hand: z.nullable(z.object({ name: z.string(), reason: z.string() })),
  /** Processes that answer, and whether they agree on the level: not while the database cannot be read. */
  nodes: z.number(),
  agreed: z.boolean(),
  /** How long requests wait for their turn now, at the busiest process. */
  queue_ms: z.number(),
  /** Of the last minute, the most important first. */
  classes: z.array(z.object({ class: z.enum(CLASSES), words: z.string(), admitted: z.number(), shed: z.number() })),
  /** Applications by the minute of their submission, without gaps, the running minute last. */
  submissions: z.array(z.object({ at: instant, count: z.number() })),
  /** Submits that hold a ticket and are still being sent: about so many. */
  tickets: z.number(),
  /** Deadlines to move, by the rule of their job or by an officer's wish; two officers agree to each, at the job. */
  proposals: z.array(proposal),
  /** Null: there is no line. */
  line: z.nullable(z.object({ waiting: z.number(), let_in: z.number(), wait_seconds: z.number() })),
})
export type LastHour = z.output<typeof state>

export const staffLastHour = endpoint({
  method: 'GET',
  path: '/api/staff/last-hour/',
  summary: 'Staff: how the portal bears the load at this moment: level, line, what was answered and what was turned away',
  for: 'staff',
  right: 'figures.read',
  look: { act: 'last_hour.looked_at' },
  limit: 'read',
  class: 'staff',
  neverShed: true,
  reply: state,
})

export const staffSetLevel = endpoint({
  method: 'POST',
  path: '/api/staff/last-hour/level/',
  summary: 'Staff: sets by hand how much the portal leaves out, with a reason, or gives that back to the portal (null)',
  for: 'staff',
  right: 'level.set',
  limit: 'write',
  class: 'staff',
  neverShed: true,
  body: z.object({ level: z.nullable(level), reason: text(BROWNOUT.reasonChars) }),
  faults: ({ level: wished, reason }): FieldErrors =>
    wished !== null && reason.trim().length < BROWNOUT.reasonLeast ? { reason: LAST_HOUR_WORDS.reason } : {},
  reply: state,
})
