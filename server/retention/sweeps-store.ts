import type { Periods } from '#contract/retention/periods.ts'
import { type Db, sql, type Sql, type Tx } from '../database/connect.ts'
import { eraseApplications } from '../erasure/erase-applications.ts'
import { endOfApplication, endsOfJob } from './stored-until.ts'

/**
 * The most jobs whose applications one part deletes. They are locked, so no hold can be proposed meanwhile.
 * If fewer than `limit` applications of these jobs are due, other jobs wait for the next pass.
 */
const JOBS_IN_PART = 20

/**
 * SQL for jobs and the ends of their applications. `offset 0` makes PostgreSQL compute the ends once for each
 * job, not for each application.
 */
const jobsWithEnds = (periods: Periods, condition: Sql): Sql => {
  const { drafts, notChosen, chosen, undecided } = endsOfJob(periods)
  return sql`(
    select jobs.id, ${drafts} as drafts, ${notChosen} as not_chosen, ${chosen} as chosen, ${undecided} as undecided
    from jobs where ${condition} offset 0) ends`
}
/** SQL for the end of an application, from the ends of its job as `jobsWithEnds` has computed them. */
const endOfRow = endOfApplication({
  drafts: sql`ends.drafts`,
  notChosen: sql`ends.not_chosen`,
  chosen: sql`ends.chosen`,
  undecided: sql`ends.undecided`,
})

/** Which applications a sweep deletes (`condition`), and when the first of a job's may be deleted. */
type Kind = { condition: Sql; firstEnd: Sql }
const DRAFTS: Kind = { condition: sql`not job_applications.is_completed`, firstEnd: sql`ends.drafts` }
const SENT: Kind = {
  condition: sql`job_applications.is_completed and job_applications.erased_at is null`,
  firstEnd: sql`least(ends.not_chosen, ends.chosen, ends.undecided)`,
}

/** One part of a sweep's work: how long data is kept, the present time, and how many rows it handles. */
export type Part = { periods: Periods; now: Date; limit: number }

/**
 * Returns the ids of at most `limit` applications whose storage time is over. It locks their jobs first, then
 * searches again. So it respects a hold that was proposed a moment ago, and a new hold waits for it.
 */
async function lockDue(
  tx: Tx,
  { condition, firstEnd }: Kind,
  { periods, now, limit }: Part,
): Promise<number[]> {
  const due = sql`${condition} and ${endOfRow} <= ${now}::timestamptz`
  // `limit 1` makes each job cost one search of an index. A join would read all applications.
  const jobs = await tx.rows<{ id: number }>(sql`
    select id from jobs where id in (
      select ends.id from ${jobsWithEnds(periods, sql`true`)}
      cross join lateral (select from job_applications where job_id = ends.id and ${due} limit 1) found
      where ${firstEnd} <= ${now}::timestamptz order by ends.id limit ${JOBS_IN_PART})
    order by id for share`)
  if (jobs.length === 0) return []
  const ids = jobs.map(({ id }) => id)
  const rows = await tx.rows<{ id: number }>(sql`
    select job_applications.id from ${jobsWithEnds(periods, sql`jobs.id = any(${ids}::bigint[])`)} join job_applications on job_applications.job_id = ends.id
    where ${due} limit ${limit} for update of job_applications skip locked`)
  return rows.map(({ id }) => id)
}

/** Deletes drafts whose storage time is over, with their copies and documents. */
export const sweepDrafts = (db: Db, part: Part) =>
  db.tx(async (tx) => {
    const ids = await lockDue(tx, DRAFTS, part)
    if (ids.length > 0) await tx.run(sql`delete from job_applications where id = any(${ids}::bigint[])`)
    return ids.length
  })

/** Deletes all personal data of sent applications whose storage time is over. */
export const sweepApplications = (db: Db, part: Part) =>
  db.tx(async (tx) => {
    const ids = await lockDue(tx, SENT, part)
    await eraseApplications(tx, ids, part.now)
    return ids.length
  })
