import { sql, type Tx } from '../database/connect.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { inAreas, isLimited } from '../staff/areas.ts'
import type { Scope } from './filter.ts'

/**
 * Records that an officer opened an application, if it is in the officer's areas. `is_read`: some officer has
 * opened it. Returns whether this officer opened it for the first time. Opening it again writes nothing.
 */
export async function markRead(
  tx: Tx,
  { id: staffId, areas }: Pick<Staff, 'id' | 'areas'>,
  applicationId: number,
): Promise<boolean> {
  const row = await tx.row<{ is_first: boolean }>(sql`
    with mine as (
      insert into application_reads (application_id, staff_id, job_id)
      select facts.application_id, ${staffId}::bigint, facts.job_id from application_facts facts where facts.application_id = ${applicationId} and ${inAreas(areas)}
      on conflict do nothing returning application_id),
    marked as (update application_facts facts set is_read = true where facts.application_id = ${applicationId} and not facts.is_read and ${inAreas(areas)})
    select exists (select from mine) as is_first`)
  return row?.is_first ?? false
}

/** How many applications of a job an officer has opened, counting only those they may open now. */
export async function countOwnReads(
  tx: Tx,
  { jobId, areas, staffId }: Pick<Scope, 'jobId' | 'areas' | 'staffId'>,
): Promise<number> {
  const isAccessible = isLimited(areas)
    ? sql`exists (select from application_facts facts where facts.application_id = mine.application_id and ${inAreas(areas)})`
    : sql`true`
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from application_reads mine where mine.staff_id = ${staffId} and mine.job_id = ${jobId} and ${isAccessible}`)
  return row?.count ?? 0
}
