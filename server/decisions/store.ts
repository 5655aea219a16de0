import type { StoredReason } from '#contract/decisions/reasons.ts'
import { DECISIONS } from '#contract/decisions/limits.ts'
import type { DecisionState } from '#contract/decisions/decision-list.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { inAreas, isLimited } from '../staff/areas.ts'
import type { StoredSums } from './fairness-store.ts'

/** A decision list: applications that move to another stage together after officers approve it. */
export type ListRow = {
  id: number
  job_id: number
  job_reference: string
  job_title: string
  /** The deadline of the list's job. Null when the job is not active or has no deadline. */
  job_deadline: Date | null
  name: string
  /** The stage to which the list moves applications, as an index in `STAGES`. */
  to_stage: number
  reason: StoredReason | null
  /** Why the list is decided before the job's deadline; '' when it is not. */
  early_reason: string
  /** Whether a second officer must approve the list. */
  needs_second: boolean
  state: DecisionState
  /** How many applications are on the list. */
  size: number
  made_by: number
  made_by_name: string
  made_at: Date
  /** The officer who proposed the list. Null while it is a draft, also when it is a draft again. */
  proposed_by: number | null
  proposed_by_name: string | null
  proposed_at: Date | null
  /** The second officer, who approved or returned the list; null without one. */
  decided_by: number | null
  decided_by_name: string | null
  decided_at: Date | null
  /** What the second officer wrote; '' when they wrote nothing. */
  note: string
  /** When an approved list takes effect; null before its approval. */
  effective_at: Date | null
  /** When the list moved its first application. */
  started_at: Date | null
  applied_at: Date | null
  /** How many applications an applied list did not move, because they were at another stage by then. */
  left_out: number
  /** SHA-256 of the proposed list; null while it is a draft. */
  digest: Buffer | null
  /** The digest's format. 1: it lacks the reason for an early decision; propose such a list again. */
  digest_format: 1 | 2
  /** Sums by gender and disability. Null until the list is proposed with sums that reveal no one. */
  sums: StoredSums | null
  /** The run of a selection whose result is on the list. Null for a list that officers put together. */
  selection_run: number | null
  updated_at: Date
}

/** Finds decision lists, newest first. `condition` is on `decisions decision`. */
const selectLists = (tx: Tx, condition: Sql, limit: number) =>
  tx.rows<ListRow>(sql`
    select decision.id, decision.job_id, jobs.reference as job_reference, jobs.title as job_title,
      case when jobs.is_active then jobs.expiry_date end as job_deadline, decision.name, decision.to_stage,
      case when why.id is not null then json_build_object('kind', why.kind, 'values', why.values, 'words', why.words) end as reason,
      decision.early_reason, decision.needs_second, decision.state, decision.size,
      decision.made_by, maker.name as made_by_name, decision.made_at, decision.proposed_by, proposer.name as proposed_by_name, decision.proposed_at, decision.decided_by,
      decider.name as decided_by_name, decision.decided_at, decision.note, decision.effective_at, decision.started_at, decision.applied_at, decision.left_out, decision.digest, decision.digest_format, decision.sums,
      decision.selection_run, decision.updated_at
    from decisions decision
    join jobs on jobs.id = decision.job_id
    join staff maker on maker.id = decision.made_by
    left join staff proposer on proposer.id = decision.proposed_by
    left join staff decider on decider.id = decision.decided_by
    left join decision_reasons why on why.id = decision.reason_id
    where ${condition} order by decision.id desc limit ${limit}`)

/** An officer who is limited to areas sees only the lists that they made. */
const isVisibleTo = ({ id, areas }: Staff): Sql =>
  isLimited(areas) ? sql`decision.made_by = ${id}` : sql`true`

type ListFilter = {
  job: number | undefined
  state: DecisionState | undefined
  /** True for only the lists that are neither applied nor ended. */
  open: boolean
  /** Only lists with a smaller id than this, for the next page. */
  before: number | undefined
}

/** Decision lists, newest first. Returns one more than a page holds, to show whether there is a next page. */
export const findLists = (tx: Tx, staff: Staff, { job, state, open, before }: ListFilter) => {
  const condition = sql`
    (${job ?? null}::bigint is null or decision.job_id = ${job ?? null}) and (${state ?? null}::text is null or decision.state = ${state ?? null})
    and (not ${open}::boolean or decision.state in ('drafting', 'proposed', 'approved'))
    and decision.id < ${before ?? Number.MAX_SAFE_INTEGER}::bigint and ${isVisibleTo(staff)}`
  return selectLists(tx, condition, DECISIONS.pageSize + 1)
}

/** Undefined when the list does not exist, or this officer may not see it. */
export const findList = async (tx: Tx, staff: Staff, id: number) =>
  (await selectLists(tx, sql`decision.id = ${id} and ${isVisibleTo(staff)}`, 1))[0]

/** Reads a list like `findList` and locks it. No one else can change it before this transaction ends. */
export const lockList = async (tx: Tx, staff: Staff, id: number) => {
  await tx.row(sql`select id from decisions where id = ${id} for no key update`)
  return findList(tx, staff, id)
}

export const doesJobExist = async (tx: Tx, id: number) =>
  (await tx.row(sql`select id from jobs where id = ${id}`)) !== undefined

type NewList = {
  jobId: number
  name: string
  toStage: number
  needsSecond: boolean
  /** The run of the selection whose result is on the new list. */
  selectionRun?: number
  by: number
  now: Date
}

export const insertList = async (tx: Tx, list: NewList) => {
  const row = await tx.row<{ id: number }>(sql`
    insert into decisions (job_id, name, to_stage, needs_second, selection_run, made_by, made_at, updated_at)
    values (${list.jobId}, ${list.name}, ${list.toStage}, ${list.needsSecond}, ${list.selectionRun ?? null}, ${list.by}, ${list.now}, ${list.now}) returning id`)
  // This insert always returns a row. The 0 is only for the type.
  return row?.id ?? 0
}

/**
 * The officer's own newest draft list for a stage, locked until the transaction ends. Undefined when there is
 * none. A lock by officer, job and stage makes two calls at once find, or start, the same list. Other values
 * may give the same lock; then a call only waits longer.
 */
export const lockOwnDraft = async (
  tx: Tx,
  { jobId, toStage, by }: Pick<NewList, 'jobId' | 'toStage' | 'by'>,
) => {
  await tx.row(
    sql`select pg_advisory_xact_lock(hashtextextended('decisions.move', ${by}::bigint * 10 + ${toStage}::int + ${jobId}::bigint * 1000000))`,
  )
  return tx.row<{ id: number }>(sql`
    select id from decisions
    where job_id = ${jobId} and made_by = ${by} and to_stage = ${toStage} and state = 'drafting' and selection_run is null
    order by id desc limit 1 for no key update`)
}

export const setNameAndReason = (
  tx: Tx,
  id: number,
  values: { name: string; reasonId: number | null; now: Date },
) =>
  tx.run(
    sql`update decisions set name = ${values.name}, reason_id = ${values.reasonId}, updated_at = ${values.now} where id = ${id}`,
  )

/** Whether this officer added or removed applications, or wrote texts of the list. */
export const hasContributed = async (tx: Tx, listId: number, staffId: number) =>
  (await tx.row(
    sql`select from decision_contributors where list_id = ${listId} and staff_id = ${staffId}`,
  )) !== undefined

/** The ids of those lists to which this officer contributed, as in `hasContributed`. */
export const findContributed = async (tx: Tx, listIds: number[], staffId: number): Promise<Set<number>> => {
  const rows = await tx.rows<{ list_id: number }>(
    sql`select list_id from decision_contributors where staff_id = ${staffId} and list_id = any(${listIds}::bigint[])`,
  )
  return new Set(rows.map(({ list_id }) => list_id))
}

/** How many applications of the list are from each county, the largest number first. */
export const countByCounty = (tx: Tx, staff: Staff, listId: number) =>
  tx.rows<{ name: string; count: number }>(sql`
    select counties.name, count(*)::int as count
    from decision_entries entry join application_facts facts on facts.application_id = entry.application_id join counties on counties.code = facts.county
    where entry.list_id = ${listId} and ${inAreas(staff.areas)} group by counties.name order by count desc, counties.name`)

/** Counts by gender and disability. `pwd`: persons with a disability. */
type StageCounts = { stage: number; count: number; women: number; men: number; others: number; pwd: number }

/**
 * How many applications of the list are at each stage, by gender and disability. For an applied list, the
 * stages are those before it took effect.
 */
export const countStages = (tx: Tx, staff: Staff, listId: number) =>
  tx.rows<StageCounts>(sql`
    select coalesce(entry.from_stage, facts.stage) as stage, count(*)::int as count, count(*) filter (where gender = 'F')::int as women,
      count(*) filter (where gender = 'M')::int as men, count(*) filter (where gender = 'O')::int as others, count(*) filter (where is_pwd)::int as pwd
    from decision_entries entry join application_facts facts on facts.application_id = entry.application_id
    where entry.list_id = ${listId} and ${inAreas(staff.areas)} group by coalesce(entry.from_stage, facts.stage) order by stage`)
