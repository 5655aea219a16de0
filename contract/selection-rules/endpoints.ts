import * as z from 'zod/mini'
import { NAMED_KINDS } from '../documents/documents.ts'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { officer } from '../staff/endpoints.ts'
import { STAFF_WORDS } from '../staff/words.ts'
import { id, instant, text } from '../wire.ts'
import { SELECTION_RULES } from './limits.ts'
import { PLACE_KINDS, RULE_FORMAT, ruleContent, UNIT_KINDS } from './rule.ts'

// The calls about selection rules. Such a rule is published with a job, and says which points and seats
// decide who is selected. One officer writes it, and a second one approves it.

/** The states of a rule. `proposed`: waits for a second officer. `approved`: in the public log. */
const RULE_STATES = ['drafting', 'proposed', 'approved'] as const

const version = z.object({
  version: z.number(),
  state: z.enum(RULE_STATES),
  content: ruleContent,
  /** The SHA-256 of the whole rule, 64 hex digits, once it is proposed. */
  digest: z.nullable(z.string()),
  /** Why the rule changed after the job had opened. Everyone can read this reason. */
  reason: z.string(),
  made_by: officer,
  proposed_by: z.nullable(officer),
  proposed_at: z.nullable(instant),
  decided_by: z.nullable(officer),
  decided_at: z.nullable(instant),
  /** The second officer's note about the decision. */
  note: z.string(),
  updated_at: instant,
})
export type RuleVersion = z.output<typeof version>

/** The qualification levels, lowest first. A rule contains their ranks, which never change once used. */
const levels = z.array(z.object({ rank: z.number(), name: z.string() }))
export type RuleLevels = z.output<typeof levels>

const staffRule = z.object({
  job: z.object({
    id: z.number(),
    reference: z.string(),
    title: z.string(),
    vacancies: z.nullable(z.number()),
    /** True once the public can see the job. Then the rule changes only with a public reason. */
    is_open: z.boolean(),
  }),
  /** The documents that the job asks for by name. */
  documents: z.array(z.object({ kind: z.enum(NAMED_KINDS), name: z.string() })),
  levels,
  /** The version of the rule that is being written or waits for a second officer. */
  next: z.nullable(version),
  /** The version of the rule that is in force; null before the first approval. */
  approved: z.nullable(version),
  /** Why the version `next` cannot be proposed yet, by field. */
  errors: z.record(z.string(), z.string()),
  may: z.array(z.enum(['write', 'propose', 'withdraw', 'decide'])),
})
export type StaffSelectionRule = z.output<typeof staffRule>

const reading = {
  allowedFor: 'staff',
  rateLimit: 'read',
  loadClass: 'staff',
  params: z.object({ id }),
} as const
const writing = {
  allowedFor: 'staff',
  right: 'jobs.write',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id }),
} as const

const staffReadRule = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/staff/jobs/{id}/selection-rule/',
  summary: 'Staff: the approved selection rule of a job, and a new version that is not approved yet',
  right: 'jobs.read',
  audit: { entryPer15Minutes: 'rule.looked_at', idIsJob: true },
  reply: staffRule,
})

const staffSaveRule = endpoint({
  ...writing,
  method: 'PUT',
  path: '/api/staff/jobs/{id}/selection-rule/',
  summary: 'Staff: saves the draft of a selection rule, or starts a new version',
  form: 'content',
  body: z.object({
    content: ruleContent,
    /** The draft's `updated_at` that the officer read; empty for a new version. */
    updated_at: text(40),
  }),
  reply: staffRule,
})

const staffReadSeats = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/staff/jobs/{id}/selection-rule/seats/',
  summary: 'Staff: reads the seats of places from CSV, for the draft. Saves nothing.',
  body: z.object({ csv: text(SELECTION_RULES.maxCsvBytes), place: z.enum(PLACE_KINDS) }),
  reply: z.object({ seats: ruleContent.shape.seats, sum: z.number() }),
})

const staffPreviewRule = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/staff/jobs/{id}/selection-rule/preview/',
  summary:
    'Staff: counts the units (areas) that could not keep the saved rule with the applications so far. It gives no such counts when few people applied.',
  audit: { entryPer15Minutes: 'rule.previewed', idIsJob: true },
  reply: z.object({
    /** The number of people, rounded down to tens. */
    people: z.number(),
    units: z.number(),
    /**
     * How many units could not fill their seats, or keep a share; null when there are too few applications.
     */
    short: z.nullable(z.object({ seats: z.number(), gender: z.number(), disability: z.number() })),
  }),
})

const staffCopyRule = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/staff/jobs/{id}/selection-rule/copy/',
  summary: 'Staff: starts a new version as a copy of the approved rule of another job',
  // `from` is the id of the job whose rule is copied.
  body: z.object({ from: id }),
  reply: staffRule,
})

const staffProposeRule = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/staff/jobs/{id}/selection-rule/propose/',
  summary: 'Staff: proposes the draft of a selection rule to a second person',
  body: z.object({ reason: text(SELECTION_RULES.maxReason) }),
  reply: staffRule,
})

const staffWithdrawRule = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/staff/jobs/{id}/selection-rule/withdraw/',
  summary: 'Staff: makes a proposed selection rule a draft again, or discards a draft',
  reply: staffRule,
})

const staffDecideRule = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/staff/jobs/{id}/selection-rule/decide/',
  summary:
    'Staff: a second person approves a selection rule or returns it. Its digest goes into the public log.',
  right: 'jobs.approve',
  // The digest of the rule that the officer saw. A rule that has changed since is not decided on.
  body: z.object({ approve: z.boolean(), note: text(SELECTION_RULES.maxReason), digest: text(64) }),
  fieldErrors: (input): FieldErrors =>
    input.approve || input.note.trim() ? {} : { note: STAFF_WORDS.noteRequired },
  reply: staffRule,
})

/** A selection rule as everyone may read it. */
const publishedRule = z.object({
  format: z.literal(RULE_FORMAT),
  job: z.string(),
  version: z.number(),
  criteria: ruleContent.shape.criteria,
  unit: z.enum(UNIT_KINDS),
  place: z.enum(PLACE_KINDS),
  seats: z.array(z.object({ unit: z.string(), place: z.string(), seats: z.number() })),
  gender: ruleContent.shape.gender,
  disability: ruleContent.shape.disability,
  reservePercent: z.number(),
  beacon: z.object({
    hash: z.string(),
    public_key: z.string(),
    genesis_time: z.number(),
    period: z.number(),
  }),
})

const selectionRule = endpoint({
  method: 'GET',
  path: '/api/jobs/{id}/selection-rule/',
  summary: 'The published rule by which people are selected for a job, and when it was approved',
  allowedFor: 'anyone',
  rateLimit: 'read',
  loadClass: 'public',
  publicCacheSeconds: 30,
  params: z.object({ id }),
  reply: z.object({
    /** The rule of the job; null for a job without a selection rule. */
    published: z.nullable(
      z.object({
        rule: publishedRule,
        /** The SHA-256 of the rule's canonical JSON, 64 hex digits. The public log has it. */
        digest: z.string(),
        approved_at: instant,
        /** Why the rule changed after the job had opened; empty when it did not change. */
        reason: z.string(),
      }),
    ),
    levels,
    /** The earlier versions of the rule, the newest first. */
    earlier: z.array(
      z.object({ version: z.number(), digest: z.string(), approved_at: instant, reason: z.string() }),
    ),
  }),
})

export const selectionRuleEndpoints = {
  'GET /api/jobs/{id}/selection-rule/': selectionRule,
  'GET /api/staff/jobs/{id}/selection-rule/': staffReadRule,
  'PUT /api/staff/jobs/{id}/selection-rule/': staffSaveRule,
  'POST /api/staff/jobs/{id}/selection-rule/seats/': staffReadSeats,
  'POST /api/staff/jobs/{id}/selection-rule/preview/': staffPreviewRule,
  'POST /api/staff/jobs/{id}/selection-rule/copy/': staffCopyRule,
  'POST /api/staff/jobs/{id}/selection-rule/propose/': staffProposeRule,
  'POST /api/staff/jobs/{id}/selection-rule/withdraw/': staffWithdrawRule,
  'POST /api/staff/jobs/{id}/selection-rule/decide/': staffDecideRule,
}
