import { longDeadline } from '#contract/dates.ts'
import { STAFF_JOB_WORDS } from '#contract/staff/words.ts'
import { sql, type Tx } from '../database/connect.ts'
import { isClosedAt, isOpenAt } from '../database/open-jobs.ts'
import type { Deps } from '../deps.ts'

type StayingJob = { reference: string; expiry_date: Date }

/**
 * Public jobs that may not be archived or switched off now, because tickets count: by reference, the sentence
 * that says until when. A selection keeps no job public, because all that proves it stays public without the
 * job. With `jobId`, only that job.
 */
export async function findStaying(
  tx: Tx,
  { config: { ticketGraceMs } }: Pick<Deps, 'config'>,
  now: Date,
  jobId?: number,
): Promise<Map<string, string>> {
  const graceFrom = new Date(now.getTime() - ticketGraceMs)
  const rows = await tx.rows<StayingJob>(sql`
    select reference, expiry_date from jobs
    where is_active and ${isClosedAt(now)} and ${isOpenAt(graceFrom)} and (${jobId ?? null}::bigint is null or id = ${jobId ?? null}) limit 10000`)
  return new Map(
    rows.map(({ reference, expiry_date: deadline }) => [
      reference,
      STAFF_JOB_WORDS.ticketsCount(longDeadline(new Date(deadline.getTime() + ticketGraceMs))),
    ]),
  )
}
