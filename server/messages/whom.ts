import type { ApplicationFilter } from '#contract/review/filter.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Staff } from '../http/staff-session.ts'
import { filterForLog, matching, planForValues, scopeOf } from '../review/filter.ts'
import { inAreas } from '../staff/areas.ts'

export type Which = { applications: number[]; filter?: ApplicationFilter | undefined }

/**
 * Conditions on `application_facts it`: those of a job that were named or match, as far as this officer may know of them; and
 * whether who they are is hidden. Refuses `not_found` for a job that is not there.
 */
export async function chosenBy(tx: Tx, staff: Staff, jobId: number, { applications, filter }: Which, now: Date): Promise<{ where: Sql; blind: boolean }> {
  const scope = await scopeOf(tx, staff, jobId, now)
  if (!scope) throw refuse('not_found')
  await planForValues(tx)
  const where = filter ? matching(filter, scope) : sql`it.job_id = ${jobId} and it.application_id = any(${applications}::bigint[]) and ${inAreas(staff.areas)}`
  return { where, blind: scope.blind }
}

export const namesNoOne = ({ applications, filter }: Which) => !filter && applications.length === 0

/** What the log is told of whom: a filter without what was searched for, or the ids. */
export const forLog = ({ applications, filter }: Which): Record<string, unknown> => (filter ? { filter: filterForLog(filter) } : { applications })
