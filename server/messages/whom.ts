import type { ApplicationFilter } from '#contract/review/filter.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { filterForLog, matching, planForValues, scopeOf } from '../review/filter.ts'
import { inAreas } from '../staff/areas.ts'

/** The recipients that an officer chose: applications one by one, or all that match a filter. */
export type Selection = { applications: number[]; filter?: ApplicationFilter | undefined }

/**
 * SQL condition on `application_facts it` for the chosen applications of a job, limited to those that this
 * officer may know. `blind` tells whether identities are hidden. Refuses `not_found` when the job does not
 * exist.
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
  // Plans made once for all filters would read the whole job.
  await planForValues(tx)
  const where = filter
    ? matching(filter, scope)
    : sql`it.job_id = ${jobId} and it.application_id = any(${applications}::bigint[]) and ${inAreas(staff.areas)}`
  return { where, blind: scope.blind }
}

export const isEmptySelection = ({ applications, filter }: Selection) => !filter && applications.length === 0

/** How the audit log names the recipients: by the filter without its search text, or by ids. */
export const selectionForLog = ({ applications, filter }: Selection): Record<string, unknown> =>
  filter ? { filter: filterForLog(filter) } : { applications }
