import type { ApplicationFilter } from '#contract/review/filter.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { filterForLog, matching, planForValues, scopeOf } from '../review/filter.ts'
import { inAreas } from '../staff/areas.ts'

/**
 * The recipients that an officer chose: applications one by one, or all that match a filter. With a filter,
 * `applications` does not count.
 */
export type Selection = { applications: number[]; filter?: ApplicationFilter | undefined }

/**
 * SQL condition on `application_facts facts` for the chosen applications of a job, without those that this
 * officer may not see. `blind` says that names are hidden from the officer. Refuses `not_found` when the job
 * does not exist.
 */
export async function recipientsOf(
  tx: Tx,
  staff: Staff,
  jobId: number,
  { applications, filter }: Selection,
  now: Date,
): Promise<{ where: Sql; blind: boolean }> {
  const scope = await scopeOf(tx, staff, jobId, now)
  if (!scope) throw refuse('not_found')
  // Plan the queries for this filter: a cached plan must fit all filters, so it would read the whole job.
  await planForValues(tx)
  const where = filter
    ? matching(filter, scope)
    : sql`facts.job_id = ${jobId} and facts.application_id = any(${applications}::bigint[]) and ${inAreas(staff.areas)}`
  return { where, blind: scope.blind }
}

export const isEmptySelection = ({ applications, filter }: Selection) => !filter && applications.length === 0

/**
 * The recipients as the audit log names them: the filter without its search text, or the applications' ids.
 */
export const selectionForLog = ({ applications, filter }: Selection): Record<string, unknown> =>
  filter ? { filter: filterForLog(filter) } : { applications }
