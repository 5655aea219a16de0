import { OUTCOME } from '#contract/selection-checks/outcome-words.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import { placeName } from '../locations/place-name.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { inAreas } from '../staff/areas.ts'
import type { RunRow } from './outcome-store.ts'

/**
 * A person of the result, with the check of their documents. `passed` is null until an officer checks them.
 */
export type CheckRow = {
  application: number
  reference: string
  /** `ward:12`. */
  place: string
  place_name: string | null
  result: 'taken' | 'reserve'
  rank: number
  points: number
  passed: boolean | null
  reason: string
  checked_by: number | null
  checked_by_name: string | null
  checked_at: Date | null
}

/**
 * The people whom the run took or put into the reserve, in the officer's areas, by application id.
 * `condition` is SQL on `selection_results result` and `selection_checks checks`.
 */
const selectChosen = (tx: Tx, staff: Staff, run: RunRow, condition: Sql, limit: number) =>
  tx.rows<CheckRow>(sql`
    select result.application_id as application, reference_number as reference, result.place, ${placeName(sql`result.place`)} as place_name,
      result.result, result.rank, result.points, checks.passed, coalesce(checks.reason, '') as reason, checks.checked_by,
      checker.name as checked_by_name, checks.checked_at
    from selection_results result
    join application_facts facts on facts.application_id = result.application_id
    join job_applications on job_applications.id = result.application_id
    left join selection_checks checks on checks.selection_id = ${run.selection_id} and checks.application_id = result.application_id
    left join staff checker on checker.id = checks.checked_by
    where result.run_id = ${run.id} and result.result <> 'not_taken' and ${condition} and ${inAreas(staff.areas)}
    order by result.application_id limit ${limit}`)

export const findJobTitle = (tx: Tx, jobId: number) =>
  tx.row<{ reference: string; title: string }>(sql`select reference, title from jobs where id = ${jobId}`)

/** `open`: the person's documents are not checked yet. */
type CheckState = 'open' | 'failed' | 'passed'
/** Finds one person more than a page shows, so that the caller sees whether there is a next page. */
export const findChosen = (
  tx: Tx,
  staff: Staff,
  run: RunRow,
  { show, after = 0 }: { show: CheckState; after?: number | undefined },
) => {
  // Null is the value of people whose documents are not checked. In SQL, `=` never finds null.
  const passed = show === 'open' ? null : show === 'passed'
  return selectChosen(
    tx,
    staff,
    run,
    sql`checks.passed is not distinct from ${passed}::boolean and result.application_id > ${after}`,
    OUTCOME.pageSize + 1,
  )
}

export const findOneChosen = async (tx: Tx, staff: Staff, run: RunRow, applicationId: number) =>
  (await selectChosen(tx, staff, run, sql`result.application_id = ${applicationId}`, 1))[0]

type Check = {
  selectionId: number
  applicationId: number
  passed: boolean
  reason: string
  by: number
  now: Date
}
export const saveCheck = (tx: Tx, { selectionId, applicationId, passed, reason, by, now }: Check) =>
  tx.run(sql`
    insert into selection_checks (selection_id, application_id, passed, reason, checked_by, checked_at)
    values (${selectionId}, ${applicationId}, ${passed}, ${reason}, ${by}, ${now})
    on conflict (selection_id, application_id) do update
    set passed = excluded.passed, reason = excluded.reason, checked_by = excluded.checked_by, checked_at = excluded.checked_at`)
