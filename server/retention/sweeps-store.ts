import type { Periods } from '#contract/retention/periods.ts'
import { type Db, sql, type Sql, type Tx } from '../database/connect.ts'
import { eraseApplications } from '../erasure/erase-applications.ts'
import { endOfApplication, endsOfJob } from './stored-until.ts'

/** Jobs of one part. Their rows are locked, so that a hold cannot come while the part is deleted. */
const JOBS_IN_PART = 20

/**
 * Jobs with their ends. `offset 0` makes PostgreSQL compute the ends once for each job and not for each
 * application.
 */
const jobsWithEnds = (periods: Periods, wanted: Sql): Sql => {
  const { drafts, notChosen, chosen, undecided } = endsOfJob(periods)
  return sql`(
    select jobs.id, ${drafts} as drafts, ${notChosen} as not_chosen, ${chosen} as chosen, ${undecided} as undecided
    from jobs where ${wanted} offset 0) ends`
}
const endOfRow = endOfApplication({
  drafts: sql`ends.drafts`,
  notChosen: sql`ends.not_chosen`,
  chosen: sql`ends.chosen`,
  undecided: sql`ends.undecided`,
})

/** Which applications a clock is about, and the first of the ends that they may have. */
type Kind = { wanted: Sql; firstEnd: Sql }
const DRAFTS: Kind = { wanted: sql`not job_applications.is_completed`, firstEnd: sql`ends.drafts` }
const SENT: Kind = {
  wanted: sql`job_applications.is_completed and job_applications.erased_at is null`,
  firstEnd: sql`least(ends.not_chosen, ends.chosen, ends.undecided)`,
}

/** One part of a clock's work. */
export type Part = { periods: Periods; now: Date; limit: number }

/**
 * The ids of at most `limit` applications whose time is over. Their jobs are locked first, and a second
 * statement looks again. So a hold that was proposed a moment ago is seen, and the next one waits.
 */
async function lockDue(tx: Tx, { wanted, firstEnd }: Kind, { periods, now, limit }: Part): Promise<number[]> {
  const due = sql`${wanted} and ${endOfRow} <= ${now}::timestamptz`
  // With `limit 1`, each job costs one look into an index. A join would read all applications.
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

/** Deletes drafts, with their copies and documents. */
export const sweepDrafts = (db: Db, part: Part) =>
  db.tx(async (tx) => {
    const ids = await lockDue(tx, DRAFTS, part)
    if (ids.length > 0) await tx.run(sql`delete from job_applications where id = any(${ids}::bigint[])`)
    return ids.length
  })

/** Deletes everything personal of sent applications. */
export const sweepApplications = (db: Db, part: Part) =>
  db.tx(async (tx) => {
    const ids = await lockDue(tx, SENT, part)
    await eraseApplications(tx, ids, part.now)
    return ids.length
  })
