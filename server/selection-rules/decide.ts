import { SELECTION_RULE_WORDS as WORDS } from '#contract/selection-rules/words.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import type { Tx } from '../database/connect.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { record } from '../transparency/record.ts'
import { ruleDocument } from './document.ts'
import { assertRuleFitsJob } from './job-conflicts.ts'
import { examineRule, isOwn, presentStaffRule } from './present.ts'
import {
  approveVersion,
  discardDraft,
  findPublishedRule,
  findLevelRanks,
  findReplacedRules,
  findRules,
  isRulePublic,
  proposeVersion,
  readDocument,
  lockRuleJob,
  returnToDraft,
  type RuleRow,
} from './store.ts'
import { assertNotTooLateForFirst, lockOpenJob } from './write.ts'

/** The job's pending rule, which is not approved yet; there is at most one. Refuses any other state. */
async function requirePending(tx: Tx, jobId: number, ...states: RuleRow['state'][]): Promise<RuleRow> {
  const pending = (await findRules(tx, jobId)).find(({ state }) => state !== 'approved')
  if (!pending || !states.includes(pending.state)) throw refuse('conflict', { message: WORDS.notNow })
  return pending
}

export const proposeRule: Handler<'POST /api/staff/jobs/{id}/selection-rule/propose/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const job = await lockOpenJob(tx, params.id, now)
    const pending = await requirePending(tx, job.id, 'drafting')
    assertNotTooLateForFirst(job, await findRules(tx, job.id))
    const reason = body.reason.trim()
    // Everyone can read the rule of a public job, so an officer who proposes it must give a reason.
    if (job.is_active && !reason) throw refuseFields({ reason: WORDS.reasonRequired })
    const { areas, errors } = await examineRule(tx, job, pending.content)
    if (Object.keys(errors).length > 0) throw refuseFields(errors)
    const inputs = { job: job.reference, version: pending.version, areas }
    const { document, digest } = ruleDocument(pending.content, inputs)
    await proposeVersion(tx, pending.id, { document, digest, reason, by: staff.id, now })
    const detail = { version: pending.version, digest: digest.toString('hex') }
    await recordAudit(tx, staff, { act: 'rule.proposed', jobId: job.id, reason, detail }, now)
    return presentStaffRule(tx, job.id, staff, now)
  })

/**
 * A second officer approves a proposed selection rule or returns it. `body.digest` proves which text this
 * officer saw. The digest of an approved rule is in the public log.
 */
export const decideOnRule: Handler<'POST /api/staff/jobs/{id}/selection-rule/decide/'> = (
  deps,
  { params, body, staff },
) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const job = await lockOpenJob(tx, params.id, now)
    const pending = await requirePending(tx, job.id, 'proposed')
    if (isOwn(pending, staff)) throw refuse('second_person', { message: STAFF_WORDS.secondPerson })
    const { digest } = pending
    if (!digest || digest.toString('hex') !== body.digest)
      throw refuse('conflict', { message: WORDS.changed })
    const note = body.note.trim()
    const detail = { version: pending.version, digest: body.digest }
    if (body.approve) {
      assertNotTooLateForFirst(job, await findRules(tx, job.id))
      await assertRuleFitsJob(tx, job)
      await approveVersion(tx, { id: pending.id, jobId: job.id }, { note, by: staff.id, now })
      await record(tx, { kind: 'selection_rule', digest, now })
    } else await returnToDraft(tx, pending.id, { by: staff.id, note, now })
    const action = body.approve ? 'rule.approved' : 'rule.returned'
    await recordAudit(tx, staff, { act: action, jobId: job.id, reason: note, detail }, now)
    return presentStaffRule(tx, job.id, staff, now)
  })

export const withdrawRule: Handler<'POST /api/staff/jobs/{id}/selection-rule/withdraw/'> = (
  deps,
  { params, staff },
) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    // A version that can no longer be approved can still be taken away.
    const job = await lockRuleJob(tx, params.id)
    if (!job) throw refuse('not_found')
    const pending = await requirePending(tx, job.id, 'drafting', 'proposed')
    if (pending.state === 'proposed') await returnToDraft(tx, pending.id, { by: null, note: '', now })
    else await discardDraft(tx, pending.id, now)
    const detail = { version: pending.version }
    await recordAudit(tx, staff, { act: 'rule.withdrawn', jobId: job.id, detail }, now)
    return presentStaffRule(tx, job.id, staff, now)
  })

/** The selection rule of a job, as everyone may read it, with its earlier approved versions. */
export const showRule: Handler<'GET /api/jobs/{id}/selection-rule/'> = async (deps, { params }) => {
  if (!(await isRulePublic(deps.db, params.id))) throw refuse('not_found')
  const row = await findPublishedRule(deps.db, params.id)
  const replacedRules = row ? await findReplacedRules(deps.db, params.id) : []
  return {
    levels: row ? await findLevelRanks(deps.db) : [],
    published: row
      ? {
          rule: readDocument(row.document),
          digest: row.digest.toString('hex'),
          approved_at: row.decided_at.toISOString(),
          reason: row.reason,
        }
      : null,
    earlier: replacedRules.map(({ version, digest, decided_at, reason }) => ({
      version,
      digest: digest.toString('hex'),
      approved_at: decided_at.toISOString(),
      reason,
    })),
  }
}
