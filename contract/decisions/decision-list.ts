import * as z from 'zod/mini'
import { REASON_KINDS } from './reasons.ts'
import { RULE_RESULTS } from './fairness.ts'
import { STAGES } from '../review/stages.ts'
import { officer } from '../staff/endpoints.ts'
import { instant } from '../wire.ts'

// The shape of a decision list: applications that two officers together move to the same stage.

/** The states of a decision list. `approved`: it can still be undone. `applied`: it has taken effect. */
export const LIST_STATES = ['drafting', 'proposed', 'approved', 'applied', 'withdrawn', 'undone'] as const
export type DecisionState = (typeof LIST_STATES)[number]

export const decisionList = z.object({
  id: z.number(),
  job: z.object({ id: z.number(), reference: z.string(), title: z.string() }),
  name: z.string(),
  to_stage: z.enum(STAGES),
  /** The reason that applicants on the list read. An applicant may have a separate reason instead. */
  reason: z.string(),
  /** Why the list is proposed before the job's deadline; empty when it is proposed after the deadline. */
  early_reason: z.string(),
  /** Whether a second officer must approve the list. */
  needs_second: z.boolean(),
  state: z.enum(LIST_STATES),
  size: z.number(),
  made_by: officer,
  made_at: instant,
  /** The proposal and the decision; null before each. `note` is the second officer's, and may be empty. */
  proposed_by: z.nullable(officer),
  proposed_at: z.nullable(instant),
  decided_by: z.nullable(officer),
  decided_at: z.nullable(instant),
  note: z.string(),
  /**
   * When statuses change and applicants are notified. Before this time the list can be undone. Null until the
   * list is approved.
   */
  effective_at: z.nullable(instant),
  applied_at: z.nullable(instant),
  /**
   * How many applications did not change when the list took effect, because their stage had changed before.
   */
  left_out: z.number(),
  updated_at: instant,
})
export type DecisionList = z.output<typeof decisionList>

/**
 * A decision list among others. `contributed`: this officer added or removed applications, or wrote its
 * texts, so another officer must approve it.
 */
export const listedDecision = z.object({ ...decisionList.shape, contributed: z.boolean() })
export type ListedDecision = z.output<typeof listedDecision>

const reason = z.object({
  kind: z.enum(REASON_KINDS),
  values: z.record(z.string(), z.string()),
  words: z.string(),
})
/**
 * A number of people; null when it is hidden. `fewer` says why: true if it is under five, false if it would
 * reveal another small number.
 */
const cell = z.object({ count: z.nullable(z.number()), fewer: z.boolean() })
/**
 * Counts of the people on a decision list that identify no one. `gender` has women, men and others, in this
 * order. `disability` has people with a disability and people without.
 */
const fairness = z.object({
  /** The size of the list and when it was proposed. Both are null while the counts must stay hidden. */
  whole: z.nullable(z.number()),
  at: z.nullable(instant),
  /** True when the counts are those of the list as it is now. */
  current: z.boolean(),
  gender: z.array(cell),
  disability: z.array(cell),
  /** Whether the list keeps two rules of the Constitution, as far as the shown counts tell. */
  two_thirds: z.enum(RULE_RESULTS),
  five_percent: z.enum(RULE_RESULTS),
})
export type DecisionFairness = z.output<typeof fairness>

export const decisionListDetail = z.object({
  ...decisionList.shape,
  /** The stored reason of the whole decision list. */
  own_reason: z.nullable(reason),
  /**
   * Each reason on the list as applicants read it, with the number of applicants who have it, the commonest
   * first. `text` is empty for applicants without a reason.
   */
  reasons: z.array(z.object({ text: z.string(), count: z.number() })),
  /** The deadline of the job; null when the job takes no more applications. */
  open_until: z.nullable(instant),
  /** The SHA-256 of the whole list, 64 hex digits, once it is proposed. The public log has it. */
  digest: z.nullable(z.string()),
  /**
   * The number of the list's applications at each stage now. After the list has taken effect, these are the
   * numbers before that.
   */
  from: z.array(z.object({ stage: z.enum(STAGES), count: z.number() })),
  counties: z.array(z.object({ name: z.string(), count: z.number() })),
  law: fairness,
  /**
   * The exact counts. Null while names are hidden, because exact counts could reveal a person's gender or
   * disability. Names are shown only when a list that a second officer approved has taken effect.
   */
  sums: z.nullable(z.object({ women: z.number(), men: z.number(), others: z.number(), pwd: z.number() })),
  /**
   * The email to the applicants, with brackets where their emails differ. Null when no status changes,
   * because then no email is sent.
   */
  letter: z.nullable(z.object({ subject: z.string(), text: z.string() })),
  /** What this officer may do with the decision list. */
  may: z.array(z.enum(['change', 'propose', 'withdraw', 'decide', 'undo'])),
})
export type DecisionListDetail = z.output<typeof decisionListDetail>
