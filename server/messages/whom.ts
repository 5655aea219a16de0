import type { ApplicationFilter } from '#contract/review/filter.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { filterForLog, matching, planForValues, scopeOf } from '../review/filter.ts'
import { inAreas } from '../staff/areas.ts'

export type Which = { applications: number[]; filter?: ApplicationFilter | undefined }

/**
 * SQL condition on `application_facts it` for the named or matching applications of a job, limited to what
 * this officer may know; `blind` tells whether identities are hidden. Refuses `not_found` when the job does
 * not exist.
 */
export async function chosenBy(
  tx: Tx,
  staff: Staff,
  jobId: number,
  { applications, filter }: Which,
  now: Date,
): Promise<{ where: Sql; blind: boolean }> {
  const scope = await scopeOf(tx, staff, jobId, now)
  if (!scope) throw refuse('not_found')
  await planForValues(tx)
  const where = filter
    ? matching(filter, scope)
    : sql`it.job_id = ${jobId} and it.application_id = any(${applications}::bigint[]) and ${inAreas(staff.areas)}`
  return { where, blind: scope.blind }
}

export const namesNoOne = ({ applications, filter }: Which) => !filter && applications.length === 0

/** How the audit log names the recipients: by the filter without its search text, or by ids. */
export const forLog = ({ applications, filter }: Which): Record<string, unknown> =>
  filter ? { filter: filterForLog(filter) } : { applications }
