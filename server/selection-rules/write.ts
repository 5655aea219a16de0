import { readSeats as parseSeats } from '#contract/selection-rules/seats-csv.ts'
import { SELECTION_RULE_WORDS as WORDS } from '#contract/selection-rules/words.ts'
import type { RuleContent } from '#contract/selection-rules/rule.ts'
import { isDuplicate, type Tx } from '../database/connect.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { placeFinder, readAreas } from './areas.ts'
import { isClosed, isTooLateForFirst, presentStaffRule } from './present.ts'
import {
  findDocumentedRule,
  findRules,
  insertVersion,
  lockRuleJob,
  type RuleJob,
  type RuleRow,
  saveDraft,
} from './store.ts'

/** Locks and returns the job while its selection rule may still change. Refuses `not_found` or `conflict`. */
export async function lockOpenJob(tx: Tx, id: number, now: Date) {
  const job = await lockRuleJob(tx, id)
  if (!job) throw refuse('not_found')
  if (isClosed(job, now)) throw refuse('conflict', { message: WORDS.closed })
  return job
}

/** The specification: "Before the job opens, the log has the rule's digest." `rules` are the job's rules. */
export function assertNotTooLateForFirst(job: RuleJob, rules: RuleRow[]): void {
  if (isTooLateForFirst(job, rules)) throw refuse('conflict', { message: WORDS.firstTooLate })
}

/** `expectedUpdatedAt`: the `updated_at` of the draft that the officer read. Undefined fits no draft. */
type Draft = { job: RuleJob; content: RuleContent; expectedUpdatedAt?: Date | undefined }

/** Saves the draft of the job's rule, or inserts the first one. A proposed rule cannot be changed. */
async function writeDraft(
  tx: Tx,
  staff: Staff,
  { job, content, expectedUpdatedAt }: Draft,
  now: Date,
): Promise<void> {
  const rules = await findRules(tx, job.id)
  assertNotTooLateForFirst(job, rules)
  const pending = rules.find(({ state }) => state !== 'approved')
  if (pending?.state === 'proposed') throw refuse('conflict', { message: WORDS.awaiting })
  const values = { jobId: job.id, content, by: staff.id, now }
  if (!pending) await insertVersion(tx, values)
  else if ((await saveDraft(tx, { ...values, expectedUpdatedAt })) === 0)
    throw refuse('conflict', { message: WORDS.changed })
  await recordAudit(tx, staff, { act: 'rule.drafted', jobId: job.id }, now)
}

/** The time in a text, if it has one. Years before 1 are left out, because PostgreSQL lacks some of them. */
const dateOf = (text: string): Date | undefined => {
  const date = new Date(text)
  return date.getUTCFullYear() >= 1 ? date : undefined
}

/** When two officers insert a draft at the same time, the unique index refuses the second one. */
const asConflict = (error: unknown): never => {
  if (isDuplicate(error, 'selection_rules_next')) throw refuse('conflict', { message: WORDS.changed })
  throw error
}

export const saveRule: Handler<'PUT /api/staff/jobs/{id}/selection-rule/'> = async (
  deps,
  { params, body, staff },
) =>
  deps.db
    .tx(async (tx) => {
      const now = deps.now()
      const job = await lockOpenJob(tx, params.id, now)
      const { content, updated_at: updatedAt } = body
      const draft = { job, content, expectedUpdatedAt: dateOf(updatedAt) }
      await writeDraft(tx, staff, draft, now)
      return presentStaffRule(tx, params.id, staff, now)
    })
    .catch(asConflict)

/** Copies the approved rule of another job into a new draft. It never overwrites a draft. */
export const copyRule: Handler<'POST /api/staff/jobs/{id}/selection-rule/copy/'> = async (
  deps,
  { params, body, staff },
) =>
  deps.db
    .tx(async (tx) => {
      const now = deps.now()
      const job = await lockOpenJob(tx, params.id, now)
      const source = await findDocumentedRule(tx, body.from, 'approved')
      if (!source) throw refuseFields({ from: WORDS.noRule })
      await writeDraft(tx, staff, { job, content: source.content }, now)
      return presentStaffRule(tx, params.id, staff, now)
    })
    .catch(asConflict)

/** Reads the seats of places from a CSV file that an officer uploads. It saves nothing. */
export const readSeats: Handler<'POST /api/staff/jobs/{id}/selection-rule/seats/'> = async (
  deps,
  { body },
) => {
  const areas = await readAreas(deps.db, body.place)
  const foundSeats = parseSeats(body.csv, placeFinder(areas))
  if ('error' in foundSeats) throw refuseFields({ csv: foundSeats.error })
  return { seats: foundSeats.seats, sum: foundSeats.seats.reduce((sum, { seats }) => sum + seats, 0) }
}
