import { STAFF_JOB_WORDS } from '#contract/staff/words.ts'
import { sql, type Tx } from '../database/connect.ts'
import { isClosedAt, isOpenAt } from '../database/open-jobs.ts'
import type { Deps } from '../deps.ts'

type StayingJob = { reference: string; selection_runs: boolean }

/**
 * Public jobs that may not be archived or switched off now: by reference, the sentence that says why. Tickets
 * of a job that is not public do not count, and no one can follow its selection. With `jobId`, only that job.
 */
export async function findStaying(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  now: Date,
  jobId?: number,
): Promise<Map<string, string>> {
  const graceFrom = new Date(now.getTime() - config.ticketGraceMs)
  const rows = await tx.rows<StayingJob>(sql`
    with public_jobs as (
      select reference, ${isClosedAt(now)} and ${isOpenAt(graceFrom)} as tickets_count,
        exists (select from selections where job_id = jobs.id and state not in ('published', 'abandoned', 'failed')) as selection_runs
      from jobs where is_active and (${jobId ?? null}::bigint is null or id = ${jobId ?? null}))
    select reference, selection_runs from public_jobs where tickets_count or selection_runs limit 10000`)
  return new Map(
    rows.map(({ reference, selection_runs: selectionRuns }) => [
      reference,
      selectionRuns ? STAFF_JOB_WORDS.selectionRuns : STAFF_JOB_WORDS.ticketsCount,
    ]),
  )
}
