import * as z from 'zod/mini'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { LIST_STATES } from '../decisions/decision-list.ts'
import { STAGES } from '../review/stages.ts'
import { officer } from '../staff/endpoints.ts'
import { DECISIONS } from '../decisions/limits.ts'
import { STAFF_WORDS } from '../staff/words.ts'
import { id, instant, text } from '../wire.ts'
import { CHANGE_REASON_KINDS } from '../selections/change-reasons.ts'
import { OUTCOME, OUTCOME_WORDS } from './outcome-words.ts'

// The officers' calls after a selection has a result. They propose it as decision lists, check the documents
// of the selected people, and correct the pool. A run is one computation of the result. A person is named by
// `leaf`, the hash of their application in the public log.

// The common settings of the calls: those that only read, and those that change something.
const ofJob = { allowedFor: 'staff', loadClass: 'staff', params: z.object({ id }) } as const
const reading = { ...ofJob, method: 'GET', right: 'applications.read', rateLimit: 'read' } as const
const writing = { ...ofJob, method: 'POST', rateLimit: 'write' } as const

/** A person whom a run newly takes, or no longer takes. The reply has no name of the person. */
const movedPerson = z.object({ application: z.number(), reference: z.string(), leaf: z.string() })
const movedPeople = z.object({ count: z.number(), people: z.array(movedPerson) })
const outcome = z.object({
  /** The last run of the selection; null before the first run. */
  run: z.nullable(
    z.object({
      number: z.number(),
      state: z.enum(['running', 'computed', 'published', 'failed']),
      published_at: z.nullable(instant),
    }),
  ),
  lists: z.array(
    z.object({ id: z.number(), to_stage: z.enum(STAGES), state: z.enum(LIST_STATES), size: z.number() }),
  ),
  /** The differences to the run before: people who are newly taken, and people who are no longer taken. */
  comes_in: movedPeople,
  goes_out: movedPeople,
  /**
   * How many people who are taken or in the reserve have right documents, wrong documents, or unchecked ones.
   */
  checks: z.object({ passed: z.number(), failed: z.number(), open: z.number() }),
  may: z.array(z.enum(['propose', 'compute'])),
})
export type SelectionOutcome = z.output<typeof outcome>

const selectionOutcome = endpoint({
  ...reading,
  path: '/api/staff/jobs/{id}/selection/outcome/',
  summary: 'Staff: what becomes of the result of a selection: its lists, and who comes in or goes out by it',
  audit: { entryPer15Minutes: 'selection.outcome_looked_at', idIsJob: true },
  reply: outcome,
})
const proposeSelectionLists = endpoint({
  ...writing,
  path: '/api/staff/jobs/{id}/selection/lists/',
  summary:
    'Staff: proposes the result of a selection as decision lists. A second person approves each of them as any list.',
  right: 'decisions.propose',
  body: z.object({ early_reason: text(DECISIONS.maxReason) }),
  reply: outcome,
})
const computeSelectionAgain = endpoint({
  ...writing,
  path: '/api/staff/jobs/{id}/selection/runs/',
  summary:
    'Staff: computes the selection again with the same seed, after corrections or when someone is gone',
  right: 'decisions.propose',
  body: z.object({}),
  reply: outcome,
})

const change = z.object({
  id: z.number(),
  application: z.number(),
  reference: z.string(),
  leaf: z.string(),
  /** `points`: the person gets other points. `gone`: the person is no longer in the selection. */
  kind: z.enum(['points', 'gone']),
  /** The reason of the change, a key of `CHANGE_REASONS`. */
  reason_kind: z.string(),
  reason: z.string(),
  /** The person's new points for each criterion, and their sum; null for a person who is gone. */
  criteria: z.nullable(z.array(z.number())),
  points: z.nullable(z.number()),
  proposed_by: z.nullable(officer),
  proposed_at: instant,
  decided_by: z.nullable(officer),
  decided_at: z.nullable(instant),
  /** Whether the deciding officer approved the change; null before the decision. */
  approved: z.nullable(z.boolean()),
  note: z.string(),
  /** The digest of the change's event in the public log, 64 hex digits; null until the change is approved. */
  digest: z.nullable(z.string()),
  may: z.array(z.enum(['decide'])),
})
export type SelectionChange = z.output<typeof change>
const changePage = z.object({ results: z.array(change), next: z.nullable(z.number()) })
/** A page has the entries with a smaller id than `before`, the newest first. */
const pageQuery = z.object({ before: z.catch(z.optional(id), undefined) })

const selectionChanges = endpoint({
  ...reading,
  path: '/api/staff/jobs/{id}/selection/changes/',
  summary: 'Staff: who is gone from a selection, and whose points were corrected, newest first',
  audit: { entryPer15Minutes: 'selection.changes_listed', idIsJob: true },
  query: z.extend(pageQuery, {
    /** `1`: only the changes on which no one has decided yet. */
    waiting: z.catch(z.optional(z.literal('1')), undefined),
  }),
  reply: changePage,
})
const proposeSelectionChange = endpoint({
  ...writing,
  path: '/api/staff/jobs/{id}/selection/changes/',
  summary: 'Staff: proposes that someone is gone from the selection, or other points for them',
  right: 'decisions.propose',
  body: z.object({
    application: z.optional(id),
    kind: z._default(z.enum(['points', 'gone']), 'gone'),
    reason_kind: z._default(z.enum(CHANGE_REASON_KINDS), 'fact_wrong'),
    reason: text(OUTCOME.maxReason),
    criteria: z._default(
      z
        .array(z.int().check(z.minimum(0), z.maximum(OUTCOME.maxPoints)))
        .check(z.maxLength(OUTCOME.maxCriteria)),
      [],
    ),
  }),
  fieldErrors: ({ application, kind, reason, criteria }): FieldErrors => ({
    ...(application ? {} : { application: OUTCOME_WORDS.application }),
    ...(reason.trim() ? {} : { reason: OUTCOME_WORDS.reason }),
    ...(kind === 'gone' && criteria.length > 0 ? { criteria: OUTCOME_WORDS.noCriteria } : {}),
  }),
  reply: change,
})
const decideSelectionChange = endpoint({
  ...writing,
  params: z.object({ id, change: id }),
  path: '/api/staff/jobs/{id}/selection/changes/{change}/decide/',
  summary:
    'Staff: a second person approves a change of a selection, which the next run counts, or returns it',
  right: 'decisions.approve',
  body: z.object({ approve: z.boolean(), note: text(OUTCOME.maxReason) }),
  fieldErrors: (input): FieldErrors =>
    input.approve || input.note.trim() ? {} : { note: STAFF_WORDS.noteRequired },
  reply: change,
})

const checkedPerson = z.object({
  application: z.number(),
  reference: z.string(),
  /** The key and the name of the area for which seats are counted, such as `ward:1260`. */
  place: z.string(),
  place_name: z.nullable(z.string()),
  result: z.enum(['taken', 'reserve']),
  rank: z.number(),
  points: z.number(),
  /** Whether the documents prove the counted points; null while they are not checked. */
  passed: z.nullable(z.boolean()),
  reason: z.string(),
  checked_by: z.nullable(officer),
  checked_at: z.nullable(instant),
})
export type CheckedPerson = z.output<typeof checkedPerson>

const selectionChecks = endpoint({
  ...reading,
  path: '/api/staff/jobs/{id}/selection/checks/',
  summary: 'Staff: taken and reserve of a selection, whose documents are checked before anyone is hired',
  audit: { entryPer15Minutes: 'selection.checks_listed', idIsJob: true },
  query: z.object({
    /** `open`: the people whose documents are not checked yet. */
    show: z.catch(z._default(z.enum(['open', 'failed', 'passed']), 'open'), 'open'),
    /** Only people with a larger application id: the `next` of the page before. */
    after: z.catch(z.optional(id), undefined),
  }),
  reply: z.object({
    job: z.object({ reference: z.string(), title: z.string() }),
    results: z.array(checkedPerson),
    next: z.nullable(z.number()),
  }),
})
const checkSelectionDocuments = endpoint({
  ...writing,
  path: '/api/staff/jobs/{id}/selection/checks/',
  summary: 'Staff: says whether the documents of someone whom a selection took show what was counted',
  right: 'applications.review',
  body: z.object({ application: z.optional(id), passed: z.boolean(), reason: text(OUTCOME.maxReason) }),
  fieldErrors: ({ application, passed, reason }): FieldErrors => ({
    ...(application ? {} : { application: OUTCOME_WORDS.application }),
    ...(passed || reason.trim() ? {} : { reason: OUTCOME_WORDS.reason }),
  }),
  reply: checkedPerson,
})

export const outcomeEndpoints = {
  'GET /api/staff/jobs/{id}/selection/outcome/': selectionOutcome,
  'POST /api/staff/jobs/{id}/selection/lists/': proposeSelectionLists,
  'POST /api/staff/jobs/{id}/selection/runs/': computeSelectionAgain,
  'GET /api/staff/jobs/{id}/selection/changes/': selectionChanges,
  'POST /api/staff/jobs/{id}/selection/changes/': proposeSelectionChange,
  'POST /api/staff/jobs/{id}/selection/changes/{change}/decide/': decideSelectionChange,
  'GET /api/staff/jobs/{id}/selection/checks/': selectionChecks,
  'POST /api/staff/jobs/{id}/selection/checks/': checkSelectionDocuments,
}
