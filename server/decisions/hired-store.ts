import { stageNumber } from '#contract/review/stages.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'

// Compares who is hired with the seats that a run of a selection keeps.

/**
 * SQL for the leaves of the people of the pool who are hired, or are on an approved list and so hired some
 * minutes later. `runId` is a run of the selection.
 */
export const hiredLeaves = (runId: number): Sql => sql`
  select person.leaf from selection_runs run
  join selections selection on selection.id = run.selection_id
  cross join lateral (
    select application_id from application_facts where job_id = selection.job_id and stage = ${stageNumber('hired')}
    union
    select application_id from decisions list join application_facts facts on facts.list_id = list.id
    where list.job_id = selection.job_id and list.to_stage = ${stageNumber('hired')} and list.state = 'approved') hired
  join selection_people person on person.selection_id = selection.id and person.application_id = hired.application_id
  where run.id = ${runId}`

/** Whether other people are hired, or soon hired, than those whose seats the run keeps. */
export const areOthersHired = async (tx: Tx, runId: number) =>
  (await tx.row(sql`
    select from (${hiredLeaves(runId)}) hired
    full join (select leaf from selection_held where run_id = ${runId}) held using (leaf)
    where hired.leaf is null or held.leaf is null limit 1`)) !== undefined
