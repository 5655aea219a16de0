import { isExpired } from '#contract/dates.ts'
import { ruleErrors } from '#contract/selection-rules/rule-errors.ts'
import type { RuleVersion, StaffSelectionRule } from '#contract/selection-rules/endpoints.ts'
import type { RuleContent } from '#contract/selection-rules/rule.ts'
import { may } from '#contract/staff/rights.ts'
import type { Tx } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { presentOfficer } from '../staff/present.ts'
import { readAreas, unitFinder } from './areas.ts'
import { findLevelRanks, findRuleJob, findRules, type RuleJob, type RuleRow } from './store.ts'

const presentVersion = (row: RuleRow): RuleVersion => ({
  version: row.version,
  state: row.state,
  content: row.content,
  digest: row.digest?.toString('hex') ?? null,
  reason: row.reason,
  made_by: { id: row.made_by, name: row.made_by_name },
  proposed_by: presentOfficer(row.proposed_by, row.proposed_by_name),
  proposed_at: row.proposed_at?.toISOString() ?? null,
  decided_by: presentOfficer(row.decided_by, row.decided_by_name),
  decided_at: row.decided_at?.toISOString() ?? null,
  note: row.note,
  updated_at: row.updated_at.toISOString(),
})

/**
 * Whether a deadline has passed of a job that is or was public. After it, the selection rule never changes,
 * even if the job is reopened with a later deadline.
 */
export const isClosed = ({ was_public, was_reopened, expiry_date }: RuleJob, now: Date): boolean =>
  was_reopened || (was_public && isExpired(expiry_date, now))

/** The errors in a selection rule, by field, and the areas of its places. */
export async function examineRule(tx: Tx, job: RuleJob, content: RuleContent) {
  const areas = await readAreas(tx, content.place)
  const levels = await findLevelRanks(tx)
  const errors = ruleErrors(content, {
    vacancies: job.vacancies,
    documents: job.wanted_documents.map(({ kind }) => kind),
    ranks: levels.map(({ rank }) => rank),
    unitOf: unitFinder(areas, content.unit),
  })
  return { areas, errors }
}

/**
 * Whether it is too late for the first rule of the job: the public log must have it before the job opens. A
 * job with applications has been open, even if a data file switched it off since. `rules` are the job's rules
 * in force and in preparation.
 */
export const isTooLateForFirst = (job: RuleJob, rules: RuleRow[]): boolean =>
  (job.is_active || job.has_applications) && rules.every(({ state }) => state !== 'approved')

/** The officer who wrote or proposed a version of the rule is never its second officer. */
export const isOwn = ({ made_by, proposed_by }: RuleRow, { id }: Staff): boolean =>
  made_by === id || proposed_by === id

/** What this officer may do with the pending version of the rule, or when there is none. */
function mayDo(pending: RuleRow | undefined, staff: Staff): StaffSelectionRule['may'] {
  const writes = may(staff.role, 'jobs.write')
  if (pending?.state === 'proposed') {
    const actions: StaffSelectionRule['may'] = []
    if (writes) actions.push('withdraw')
    if (may(staff.role, 'jobs.approve') && !isOwn(pending, staff)) actions.push('decide')
    return actions
  }
  if (!writes) return []
  return pending ? ['write', 'propose', 'withdraw'] : ['write']
}

/** The selection rule of a job as officers see it. Refuses `not_found`. */
export async function presentStaffRule(
  tx: Tx,
  jobId: number,
  staff: Staff,
  now: Date,
): Promise<StaffSelectionRule> {
  const job = await findRuleJob(tx, jobId)
  if (!job) throw refuse('not_found')
  const rows = await findRules(tx, jobId)
  const approved = rows.find(({ state }) => state === 'approved')
  const pending = rows.find(({ state }) => state !== 'approved')
  const isTooLate = isTooLateForFirst(job, rows)
  const isStillPossible = (action: string) => !isClosed(job, now) && (!isTooLate || action === 'decide')
  return {
    job: {
      id: job.id,
      reference: job.reference,
      title: job.title,
      vacancies: job.vacancies,
      is_open: job.is_active,
    },
    documents: job.wanted_documents.map(({ kind, name }) => ({ kind, name })),
    levels: await findLevelRanks(tx),
    next: pending ? presentVersion(pending) : null,
    approved: approved ? presentVersion(approved) : null,
    errors: pending ? (await examineRule(tx, job, pending.content)).errors : {},
    may: mayDo(pending, staff).filter((action) => action === 'withdraw' || isStillPossible(action)),
  }
}
