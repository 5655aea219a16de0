import * as z from 'zod/mini'
import { MAX_REASON_VALUE, REASON_KINDS, reasonError, type ReasonKind } from './reasons.ts'
import { decisionList, decisionListDetail, listedDecision, LIST_STATES } from './decision-list.ts'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { DECISIONS } from './limits.ts'
import { applicationFilter } from '../review/filter.ts'
import { STAGES } from '../review/stages.ts'
import { DECISION_WORDS, STAFF_WORDS } from '../staff/words.ts'
import { count, id, text } from '../wire.ts'

// The calls with which officers make decision lists, propose them, and approve or undo them.

const staffDecisionLists = endpoint({
  method: 'GET',
  path: '/api/staff/decisions/',
  summary: 'Staff: decision lists, newest first. A request can choose one job or one state.',
  allowedFor: 'staff',
  right: 'applications.read',
  audit: { entryPerCall: 'lists.listed' },
  rateLimit: 'read',
  loadClass: 'staff',
  query: z.object({
    job: z.catch(z.optional(id), undefined),
    state: z.catch(z.optional(z.enum(LIST_STATES)), undefined),
    /** Only decision lists that wait for someone: drafted, proposed, or approved but not in effect. */
    open: z.catch(z.optional(z.literal('1')), undefined),
    /** Only decision lists with a smaller id: the `next` of the page before. */
    before: z.catch(z.optional(id), undefined),
  }),
  reply: z.object({ results: z.array(listedDecision), next: z.nullable(z.number()) }),
})

const staffDecisionList = endpoint({
  method: 'GET',
  path: '/api/staff/decisions/{id}/',
  summary:
    'Staff: a decision list with its totals and the email it will send. The review table with the filter `list` shows its applications.',
  allowedFor: 'staff',
  right: 'applications.read',
  audit: { entryPerCall: 'list.looked_at' },
  rateLimit: 'read',
  loadClass: 'staff',
  params: z.object({ id }),
  reply: decisionListDetail,
})

const reasonFields = {
  /** The officers' own words of a reason. The kind 'other' has nothing else. */
  reason: text(DECISIONS.maxReason),
  reason_kind: z._default(z.enum(REASON_KINDS), 'other'),
  /** The values that the kind of reason requires, such as the place or the documents. */
  reason_value: text(MAX_REASON_VALUE),
}
const reasonErrors = ({
  reason_kind: kind,
  reason_value: value,
}: {
  reason_kind: ReasonKind
  reason_value: string
}): FieldErrors => {
  const error = reasonError({ kind, value })
  return error ? { reason_value: error } : {}
}
const MAX_LIST_NAME = 120
const listText = { name: text(MAX_LIST_NAME), ...reasonFields }
const listTextErrors = (input: z.output<z.ZodMiniObject<typeof listText>>): FieldErrors => ({
  ...(input.name.trim() ? {} : { name: STAFF_WORDS.nameRequired }),
  ...reasonErrors(input),
})
/** The common settings of the calls that make or change a draft list. */
const forDraftList = {
  allowedFor: 'staff',
  right: 'decisions.propose',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id }),
} as const
const staffMakeDecisionList = endpoint({
  ...forDraftList,
  method: 'POST',
  path: '/api/staff/jobs/{id}/decisions/',
  summary: 'Staff: starts a decision list. All applications on the list move to the same stage.',
  body: z.object({ ...listText, to_stage: z.enum(STAGES) }),
  fieldErrors: listTextErrors,
  reply: decisionListDetail,
})

const staffChangeDecisionList = endpoint({
  ...forDraftList,
  method: 'PATCH',
  path: '/api/staff/decisions/{id}/',
  summary: 'Staff: renames a draft list, or changes the reason for everyone on it',
  body: z.object(listText),
  fieldErrors: listTextErrors,
  reply: decisionListDetail,
})

/** The applications that a call is about: named by id, or all that match a filter. */
const chosenApplications = z.object({
  applications: z._default(z.array(id).check(z.maxLength(DECISIONS.maxNamed)), []),
  filter: z.optional(z.object(applicationFilter)),
  /**
   * The number of applications that the officer saw. When another number matches now, the call is refused.
   */
  expected: count,
  /** The reason for these applications only, which replaces the list’s reason. */
  ...reasonFields,
})
type ChosenApplications = {
  applications: number[]
  filter?: unknown
  expected?: number | undefined
  reason_kind: ReasonKind
  reason_value: string
}
const chosenErrors = ({
  applications,
  filter,
  expected,
  ...reasonInput
}: ChosenApplications): FieldErrors => {
  const errors: FieldErrors = {}
  // A filter needs the number that the officer saw: else applications that arrive later would be moved too.
  if (filter && expected === undefined) errors.expected = DECISION_WORDS.expected
  if (!filter && applications.length === 0) errors.applications = DECISION_WORDS.chooseFirst
  return { ...errors, ...reasonErrors(reasonInput) }
}
const changeResult = z.object({
  list: decisionList,
  changed: z.number(),
  /**
   * How many applications did not change. They are already on a list, cannot move to this stage, or are
   * outside the officer's areas.
   */
  left: z.number(),
  /** How many of these applications were already on this same list. */
  here: z.number(),
})

const changingEntries = {
  ...forDraftList,
  method: 'POST',
  body: chosenApplications,
  fieldErrors: chosenErrors,
  reply: changeResult,
} as const

const staffAddToList = endpoint({
  ...changingEntries,
  path: '/api/staff/decisions/{id}/entries/',
  summary: 'Staff: adds applications to a draft list: one, some, or all that match a filter',
})

const staffTakeFromList = endpoint({
  ...changingEntries,
  path: '/api/staff/decisions/{id}/entries/remove/',
  summary: 'Staff: removes applications from a draft list',
})

/**
 * Adds applications from the table to the officer’s own open list for that stage. Starts the list if there is
 * none.
 */
const staffMoveApplications = endpoint({
  ...changingEntries,
  path: '/api/staff/jobs/{id}/move/',
  summary:
    'Staff: adds applications to the officer’s own open list for a stage. If there is none, it starts one.',
  body: z.object({ ...chosenApplications.shape, to_stage: z.enum(STAGES) }),
})

/** The common settings of the calls that move a list to its next state. */
const existingList = {
  allowedFor: 'staff',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id }),
  reply: decisionListDetail,
} as const
const staffProposeDecisionList = endpoint({
  ...existingList,
  method: 'POST',
  path: '/api/staff/decisions/{id}/propose/',
  summary:
    'Staff: proposes a list to a second person. A list that only starts review needs no second person. It takes effect when the time to undo is over.',
  right: 'decisions.propose',
  /** The reason for an early proposal. It is required before the job's deadline. */
  body: z.object({ early_reason: text(DECISIONS.maxReason) }),
})
const staffWithdrawDecisionList = endpoint({
  ...existingList,
  method: 'POST',
  path: '/api/staff/decisions/{id}/withdraw/',
  summary: 'Staff: discards a draft list, or makes a proposed one a draft again',
  right: 'decisions.propose',
})
const staffDecideDecisionList = endpoint({
  ...existingList,
  method: 'POST',
  path: '/api/staff/decisions/{id}/decide/',
  summary: 'Staff: a second person approves a list or returns it. The person who proposed it cannot.',
  right: 'decisions.approve',
  // Approves the list with the digest that the officer saw: a list that changed since is not approved.
  body: z.object({ approve: z.boolean(), note: text(DECISIONS.maxReason), digest: text(64) }),
  // An officer who returns a list must write a note, because its author must know why.
  fieldErrors: (input): FieldErrors =>
    input.approve || input.note.trim() ? {} : { note: STAFF_WORDS.noteRequired },
})
const staffUndoDecisionList = endpoint({
  ...existingList,
  method: 'POST',
  path: '/api/staff/decisions/{id}/undo/',
  summary:
    'Staff: stops an approved list before it takes effect. Only the people who proposed or approved it can.',
  right: 'decisions.undo',
  body: z.object({ reason: text(DECISIONS.maxReason) }),
  fieldErrors: (input): FieldErrors => (input.reason.trim() ? {} : { reason: STAFF_WORDS.reasonRequired }),
})

export const decisionEndpoints = {
  'GET /api/staff/decisions/': staffDecisionLists,
  'GET /api/staff/decisions/{id}/': staffDecisionList,
  'POST /api/staff/jobs/{id}/decisions/': staffMakeDecisionList,
  'PATCH /api/staff/decisions/{id}/': staffChangeDecisionList,
  'POST /api/staff/decisions/{id}/entries/': staffAddToList,
  'POST /api/staff/decisions/{id}/entries/remove/': staffTakeFromList,
  'POST /api/staff/jobs/{id}/move/': staffMoveApplications,
  'POST /api/staff/decisions/{id}/propose/': staffProposeDecisionList,
  'POST /api/staff/decisions/{id}/withdraw/': staffWithdrawDecisionList,
  'POST /api/staff/decisions/{id}/decide/': staffDecideDecisionList,
  'POST /api/staff/decisions/{id}/undo/': staffUndoDecisionList,
}
