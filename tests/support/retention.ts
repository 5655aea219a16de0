import { sql } from '../../server/database/connect.ts'
import { sweep } from '../../server/housekeeping.ts'
import type { Portal } from './portal.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
export const daysAfter = (moment: Date, days: number) => new Date(moment.getTime() + days * DAY_MS)

/** The remaining applications of a job: drafts, and submitted ones that are not erased. */
export const storedOf = async ({ db }: Pick<Portal, 'db'>, jobId: number) =>
  (
    await db.row<{ count: number }>(
      sql`select count(*)::int as count from job_applications where job_id = ${jobId} and erased_at is null`,
    )
  )?.count

/** Deletes expired data a minute before a moment and a minute after it. Returns each result of `count`. */
export async function aroundMoment<T>(portal: Portal, end: Date, count: () => Promise<T>): Promise<T[]> {
  const counts: T[] = []
  for (const offset of [-MINUTE_MS, MINUTE_MS]) {
    portal.clock.set(new Date(end.getTime() + offset))
    await sweep(portal.deps)
    counts.push(await count())
  }
  return counts
}

/** A decision list of a job that took effect, but with no applications on it. */
export const appliedDecision = (
  { db }: Pick<Portal, 'db'>,
  jobId: number,
  officerId: number,
  appliedAt: Date,
) =>
  db.run(sql`
    insert into decisions (job_id, name, to_stage, needs_second, state, size, made_by, made_at, proposed_by, proposed_at, effective_at, started_at,
      applied_at, digest, updated_at)
    values (${jobId}, 'Screened', 1, false, 'applied', 1, ${officerId}, ${appliedAt}, ${officerId}, ${appliedAt}, ${appliedAt}, ${appliedAt}, ${appliedAt}, sha256('x'), ${appliedAt})`)
