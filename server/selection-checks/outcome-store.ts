import { OUTCOME } from '#contract/selection-checks/outcome-words.ts'
import type { DecisionState } from '#contract/decisions/decision-list.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import { haveHiresChanged, hiredPeople } from '../decisions/hired-store.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { inAreas } from '../staff/areas.ts'

/** One computation (run) of a selection. It is published once its decision lists have taken effect. */
export type RunRow = {
  id: number
  selection_id: number
  job_id: number
  number: number
  state: 'running' | 'computed' | 'published' | 'failed'
  started_at: Date
  published_at: Date | null
}

/** The last run of the job's selection, unless the selection was abandoned. */
export const findLastRun = (tx: Tx, jobId: number) =>
  tx.row<RunRow>(sql`
    select run.id, run.selection_id, selection.job_id, run.number, run.state, run.started_at, run.published_at
    from selections selection join selection_runs run on run.selection_id = selection.id
    where selection.job_id = ${jobId} and selection.state in ('drawn', 'computed', 'published')
    order by selection.id desc, run.number desc limit 1`)

/** Finds the last run. Until the transaction ends, no one else proposes lists or runs. */
export const lockLastRun = async (tx: Tx, jobId: number) => {
  await tx.row(sql`
    select id from selections where job_id = ${jobId} and state in ('drawn', 'computed', 'published')
    order by id desc limit 1 for no key update`)
  return findLastRun(tx, jobId)
}

type ListOfRun = { id: number; to_stage: number; state: DecisionState; size: number }
/** The decision lists that were proposed from a run, newest first. */
export const findListsOfRun = (tx: Tx, runId: number) =>
  tx.rows<ListOfRun>(sql`
    select id, to_stage, state, size from decisions where selection_run = ${runId} order by id desc limit ${OUTCOME.pageSize}`)

/** Whether decision lists of the selection still wait for officers, or for the time when they take effect. */
export const areListsOpen = async (tx: Tx, selectionId: number) =>
  (await tx.row(sql`
    select from decisions list join selection_runs run on run.id = list.selection_run
    where run.selection_id = ${selectionId} and list.state in ('drafting', 'proposed', 'approved') limit 1`)) !==
  undefined

/** SQL condition on `application_facts facts`: the run gives this result to the application. */
export const hasResult = (runId: number, result: 'taken' | 'reserve' | 'not_taken'): Sql => sql`
  exists (select from selection_results result
    where result.run_id = ${runId}::bigint and result.application_id = facts.application_id and result.result = ${result}::text)`

/** SQL condition on `application_facts facts`: people of the pool, but neither taken nor in the reserve. */
export const isNotChosen = (runId: number, selectionId: number): Sql => sql`
  exists (select from selection_people person
    where person.selection_id = ${selectionId}::bigint and person.application_id = facts.application_id)
  and not exists (select from selection_results result
    where result.run_id = ${runId}::bigint and result.application_id = facts.application_id and result.result <> 'not_taken')`

/** SQL for the reserve of each place, numbered from 1: application_id, reserve_number and reserve_place. */
export const reserveNumbers = (runId: number): Sql => sql`
  select application_id, row_number() over (partition by unit, place order by rank)::int as reserve_number, place as reserve_place
  from selection_results where run_id = ${runId}::bigint and result = 'reserve'`

type Moved = { total: number; application: number; reference: string; leaf: string }
/** The people who are taken in the run `inId` but not in `notInId`; `total` counts all of them. */
export const findMoved = (tx: Tx, inId: number, notInId: number) =>
  tx.rows<Moved>(sql`
    select count(*) over ()::int as total, taken.application_id as application, reference_number as reference, encode(taken.leaf, 'hex') as leaf
    from selection_results taken join job_applications on job_applications.id = taken.application_id
    where taken.run_id = ${inId} and taken.result = 'taken' and not exists (
      select from selection_results other
      where other.run_id = ${notInId} and other.application_id = taken.application_id and other.result = 'taken')
    order by taken.application_id limit ${OUTCOME.named}`)

/** The id of the last run before this one that has a result. */
export const findRunBefore = async (tx: Tx, { selection_id, number }: RunRow) =>
  (
    await tx.row<{ id: number }>(sql`
      select id from selection_runs
      where selection_id = ${selection_id} and number < ${number} and state in ('computed', 'published') order by number desc limit 1`)
  )?.id

/** Counts the people whom the queue of documents shows to this officer. Withdrawn people are not in it. */
export const countChecks = async (tx: Tx, staff: Staff, { id, selection_id }: RunRow) =>
  (await tx.row<{ passed: number; failed: number; open: number }>(sql`
    select count(*) filter (where passed)::int as passed, count(*) filter (where not passed)::int as failed,
      count(*) filter (where passed is null)::int as open
    from selection_results result join application_facts facts on facts.application_id = result.application_id
    left join selection_checks checks on checks.selection_id = ${selection_id} and checks.application_id = result.application_id
    where run_id = ${id} and result <> 'not_taken' and ${inAreas(staff.areas)}`)) ?? {
    passed: 0,
    failed: 0,
    open: 0,
  }

/** Whether a change was approved since the run started. */
const isChangeApproved = async (tx: Tx, { selection_id, started_at }: RunRow) =>
  (await tx.row(sql`
    select from selection_changes where selection_id = ${selection_id} and approved and decided_at >= ${started_at} limit 1`)) !==
  undefined

/** Whether another run may give another result. */
export const isSomethingNew = async (tx: Tx, run: RunRow) =>
  (await isChangeApproved(tx, run)) || (await haveHiresChanged(tx, run.id))

/** Inserts the next run, which a worker computes with the same seed. Hired people keep their seats. */
export const insertRun = (tx: Tx, run: RunRow, now: Date) =>
  tx.run(sql`
    with inserted as (
      insert into selection_runs (selection_id, number, state, started_at)
      select id, ${run.number + 1}::int, 'running', ${now}::timestamptz from selections where id = ${run.selection_id} returning id)
    insert into selection_held (run_id, leaf)
    select inserted.id, hired.leaf from inserted, (${hiredPeople(run.id)}) hired`)
