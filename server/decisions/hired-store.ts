import { stageNumber } from '#contract/review/stages.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'

// Compares who is hired with the seats that a run of a selection gives.

/** SQL for the hired people of a run's pool: application_id, and leaf (a digest in place of the name). */
export const hiredPeople = (runId: number): Sql => sql`
  select person.application_id, person.leaf from selection_runs run
  join selections selection on selection.id = run.selection_id
  join application_facts facts on facts.job_id = selection.job_id and facts.stage = ${stageNumber('hired')}
  join selection_people person on person.selection_id = selection.id and person.application_id = facts.application_id
  where run.id = ${runId}`

/**
 * Whether the run gives someone else the seat of a person who is hired by now, or keeps a seat for a person
 * who is not hired any more.
 */
// `selection_held` has the people who were hired when the run started, and so keep their seats.
export const haveHiresChanged = async (tx: Tx, runId: number) =>
  (await tx.row(sql`
    select from (${hiredPeople(runId)}) hired
    full join (select leaf from selection_held where run_id = ${runId}) held using (leaf)
    where hired.leaf is null or (held.leaf is null and not exists (
      select from selection_results result
      where result.run_id = ${runId} and result.application_id = hired.application_id and result.result = 'taken'))
    limit 1`)) !== undefined
