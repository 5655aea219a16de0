import type { NamedKind } from '#contract/documents/documents.ts'
import { stageNumber } from '#contract/review/stages.ts'
import type { PlaceKind, RuleContent, SelectionRule } from '#contract/selection-rules/rule.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import type { Gender } from '../selection/pack.ts'

export type RuleRow = {
  id: number
  version: number
  state: 'drafting' | 'proposed' | 'approved'
  content: RuleContent
  /** The SHA-256 of the rule's document; null in a draft, which has no document yet. */
  digest: Buffer | null
  reason: string
  made_by: number
  made_by_name: string
  proposed_by: number | null
  proposed_by_name: string | null
  proposed_at: Date | null
  /** Who approved the rule, or returned it as a draft, and when; all three are null before. */
  decided_by: number | null
  decided_by_name: string | null
  decided_at: Date | null
  note: string
  updated_at: Date
}

/**
 * The approved version of a rule, and its draft or proposal. `condition` is SQL on `selection_rules rule`.
 */
const selectRules = (tx: Tx, condition: Sql) =>
  tx.rows<RuleRow>(sql`
    select rule.id, version, rule.state, content, digest, rule.reason, made_by, maker.name as made_by_name, proposed_by, proposer.name as proposed_by_name,
      proposed_at, decided_by, decider.name as decided_by_name, decided_at, note, rule.updated_at
    from selection_rules rule
    join staff maker on maker.id = made_by
    left join staff proposer on proposer.id = proposed_by
    left join staff decider on decider.id = decided_by
    where rule.state in ('drafting', 'proposed', 'approved') and ${condition} order by version limit 2`)

/** The job's approved version of the rule, then its newer draft or proposal, where they exist. */
export const findRules = (tx: Tx, jobId: number) => selectRules(tx, sql`job_id = ${jobId}`)

export type RuleJob = {
  id: number
  reference: string
  title: string
  vacancies: number | null
  /** Whether the job is public. */
  is_active: boolean
  /** Whether the job is public, or was so before it was archived or a data file switched it off. */
  was_public: boolean
  /** Whether two officers ever reopened the job, which is possible only after its deadline. */
  was_reopened: boolean
  /** Whether anyone started an application, which is possible only while a job is public. */
  has_applications: boolean
  expiry_date: Date | null
  /** The documents that the job asks for by name, at most eight. */
  wanted_documents: { kind: NamedKind; name: string }[]
}

const MOST_LEVELS = 1_000
/** The qualification levels, lowest first. */
export const findLevelRanks = (tx: Tx) =>
  tx.rows<{ rank: number; name: string }>(
    sql`select rank, name from qualification_levels order by rank, id limit ${MOST_LEVELS}`,
  )

/** How many applicants of a place (`ward:12`) have this gender, with a disability or without. */
export type CountedRow = { place: string; gender: Gender; is_pwd: boolean; count: number }

/** Counts a job's applicants by the areas of its rule, without those who were rejected. */
export const countApplicants = (tx: Tx, jobId: number, place: PlaceKind) =>
  tx.rows<CountedRow>(sql`
    with placed as (
      select case ${place} when 'county' then 'county:' || county when 'constituency' then 'constituency:' || constituency when 'ward' then 'ward:' || ward
        else 'job' end as place, gender, is_pwd
      from application_facts where job_id = ${jobId} and stage <> ${stageNumber('rejected')})
    select place, case gender when 'F' then 'female' when 'M' then 'male' else 'other' end as gender, is_pwd, count(*)::int as count
    from placed group by place, gender, is_pwd`)

const jobColumns = sql`id, reference, title, vacancies, is_active, (state <> 'draft' and publish_at is null) as was_public,
  exists (select from job_changes where job_id = jobs.id and kind = 'reopen' and approved) as was_reopened,
  exists (select from job_applications where job_id = jobs.id) as has_applications, expiry_date, wanted_documents`

export const findRuleJob = (tx: Tx, id: number) =>
  tx.row<RuleJob>(sql`select ${jobColumns} from jobs where id = ${id}`)

/**
 * Finds a job as `findRuleJob` does, and locks the job. So its deadline and its rule cannot change until the
 * transaction ends. The job is read after the lock: a statement that waits for it reads the other tables as
 * they were before, and would not see that the job was reopened meanwhile.
 */
export async function lockRuleJob(tx: Tx, id: number) {
  await tx.row(sql`select from jobs where id = ${id} for update`)
  return findRuleJob(tx, id)
}

type Version = { jobId: number; content: RuleContent; by: number; now: Date }

/** Inserts a draft, numbered after all versions of the job's rule. An index allows one draft or proposal. */
export const insertVersion = (tx: Tx, { jobId, content, by, now }: Version) =>
  tx.run(sql`
    insert into selection_rules (job_id, version, state, content, made_by, made_at, updated_at)
    select ${jobId}::bigint, coalesce(max(version), 0) + 1, 'drafting', ${JSON.stringify(content)}::jsonb, ${by}::bigint, ${now}::timestamptz, ${now}::timestamptz
    from selection_rules where job_id = ${jobId}`)

/**
 * Saves a draft. Its last writer becomes its author, who may not approve it. Returns 0, and saves nothing,
 * when the draft has changed since `expectedUpdatedAt`, or when this is undefined.
 */
export const saveDraft = (
  tx: Tx,
  { jobId, content, by, now, expectedUpdatedAt }: Version & { expectedUpdatedAt: Date | undefined },
) =>
  tx.run(sql`
    update selection_rules set content = ${JSON.stringify(content)}::jsonb, made_by = ${by}, updated_at = ${now}
    where job_id = ${jobId} and state = 'drafting' and updated_at = ${expectedUpdatedAt ?? null}`)

export const proposeVersion = (
  tx: Tx,
  id: number,
  values: { document: string; digest: Buffer; reason: string; by: number; now: Date },
) =>
  tx.run(sql`
    update selection_rules set state = 'proposed', document = ${values.document}, digest = ${values.digest}, reason = ${values.reason},
      proposed_by = ${values.by}, proposed_at = ${values.now}, decided_by = null, decided_at = null, note = '',
      updated_at = ${values.now}
    where id = ${id} and state = 'drafting'`)

/** Approves a version of the rule. The version approved before is replaced in the same transaction. */
export async function approveVersion(
  tx: Tx,
  { id, jobId }: { id: number; jobId: number },
  values: { note: string; by: number; now: Date },
): Promise<void> {
  await tx.run(
    sql`update selection_rules set state = 'replaced', updated_at = ${values.now} where job_id = ${jobId} and state = 'approved'`,
  )
  await tx.run(sql`
    update selection_rules set state = 'approved', decided_by = ${values.by}, decided_at = ${values.now}, note = ${values.note}, updated_at = ${values.now}
    where id = ${id} and state = 'proposed'`)
}

/**
 * Turns a proposed rule into a draft that can be edited. So its document and digest are deleted. `by`: the
 * second officer who returned it; null when it was taken back.
 */
export const returnToDraft = (tx: Tx, id: number, values: { by: number | null; note: string; now: Date }) =>
  tx.run(sql`
    update selection_rules set state = 'drafting', document = null, digest = null, proposed_by = null, proposed_at = null, reason = '',
      decided_by = ${values.by}, decided_at = ${values.by === null ? null : values.now}, note = ${values.note}, updated_at = ${values.now}
    where id = ${id} and state = 'proposed'`)

export const discardDraft = (tx: Tx, id: number, now: Date) =>
  tx.run(
    sql`update selection_rules set state = 'withdrawn', updated_at = ${now} where id = ${id} and state = 'drafting'`,
  )

/** Whether everyone may read the job's rule: the job is public, or it has a selection that is public. */
export const isRulePublic = async (tx: Tx, jobId: number) =>
  (await tx.row(sql`
    select from jobs where id = ${jobId}
      and (is_active or exists (select from selections where job_id = jobs.id and frozen_at is not null))`)) !==
  undefined

/** The approved selection rule of a job. */
export const findPublishedRule = (tx: Tx, jobId: number) =>
  tx.row<{ document: string; digest: Buffer; decided_at: Date; reason: string }>(sql`
    select document, digest, decided_at, reason from selection_rules
    where job_id = ${jobId} and state = 'approved'`)

export const findReplacedRules = (tx: Tx, jobId: number) =>
  tx.rows<{ version: number; digest: Buffer; decided_at: Date; reason: string }>(sql`
    select version, digest, decided_at, reason from selection_rules where job_id = ${jobId} and state = 'replaced' order by version desc limit 50`)

/** A rule with its document, for the job with the reference `job`. */
export type DocumentedRule = { content: RuleContent; job: string }
/** The job's rule in this state, in which a rule has its document. */
export const findDocumentedRule = (tx: Tx, jobId: number, state: 'proposed' | 'approved') =>
  tx.row<DocumentedRule>(sql`
    select content, document::jsonb ->> 'job' as job from selection_rules where job_id = ${jobId} and state = ${state}`)

/** Parses the published document of a rule. */
export const readDocument = (text: string): SelectionRule => JSON.parse(text) as SelectionRule
