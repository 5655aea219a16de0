import { withFullStop } from '#contract/full-stop.ts'
import { SELECTION_RULE_WORDS as WORDS } from '#contract/selection-rules/words.ts'
import type { JobChange, JobContent } from '#contract/staff-jobs/staff-job.ts'
import type { Tx } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import { withKinds } from '../jobs/write.ts'
import { examineRule } from './present.ts'
import { type DocumentedRule, findDocumentedRule, findRuleJob, type RuleJob } from './store.ts'

/** An error of a rule in words. The field `criteria.0` is the first criterion. */
const inWords = ([field, sentence]: [string, string]): string => {
  const index = /^criteria\.(\d+)$/.exec(field)?.[1]
  return index === undefined ? sentence : WORDS.ofCriterion(Number(index) + 1, sentence)
}

/** Why a job and its selection rule do not fit together, in sentences. */
async function findConflicts(tx: Tx, job: RuleJob, rule: DocumentedRule): Promise<string[]> {
  const { errors } = await examineRule(tx, job, rule.content)
  const ofReference = job.reference === rule.job ? [] : [WORDS.otherReference(rule.job)]
  return [...ofReference, ...Object.entries(errors).map(inWords)]
}

/** Refuses to approve a proposed rule that the job, or the reference data, no longer fits. */
export async function assertRuleFitsJob(tx: Tx, job: RuleJob): Promise<void> {
  const rule = await findDocumentedRule(tx, job.id, 'proposed')
  const [conflict] = rule ? await findConflicts(tx, job, rule) : []
  if (conflict) throw refuse('conflict', { message: WORDS.notOfJob(conflict) })
}

/**
 * Refuses a change of a job that does not fit the job's approved selection rule. Else the rule would count
 * other seats, or another document, than its second officer saw. An edit is refused only for what it changes.
 */
export async function assertChangeFitsRule(tx: Tx, jobId: number, kind: JobChange, content: JobContent) {
  if (kind !== 'publish' && kind !== 'edit') return
  const rule = await findDocumentedRule(tx, jobId, 'approved')
  const job = rule && (await findRuleJob(tx, jobId))
  if (!job) return
  const changedJob = {
    ...job,
    reference: content.reference.trim(),
    vacancies: content.vacancies ?? null,
    wanted_documents: await withKinds(tx, jobId, content),
  }
  const earlierConflicts = kind === 'edit' ? await findConflicts(tx, job, rule) : []
  const conflicts = await findConflicts(tx, changedJob, rule)
  const conflict = conflicts.find((sentence) => !earlierConflicts.includes(sentence))
  if (!conflict) return
  // The rule's seats must be as many as the job's posts. So neither number of a public job can change first:
  // the message says to leave out the number of posts.
  const changesPosts = kind === 'edit' && changedJob.vacancies !== job.vacancies
  const message = WORDS.notOfRule(conflict)
  throw refuse('conflict', {
    message: changesPosts ? `${withFullStop(message)} ${WORDS.postsAndSeats}` : message,
  })
}
