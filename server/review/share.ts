import { SHARES } from '#contract/shares/words.ts'
import { sql, type Sql } from '../database/connect.ts'

// The officers of a job may divide its applications. Each officer's share is a range of part numbers in some
// counties.

/**
 * The part number, 0 to 65,535, of an application in `application_facts facts`. It is computed from the id,
 * so it never changes and no one can choose it. The multiplier is 65,536 divided by the golden ratio, which
 * spreads consecutive ids evenly. So ranges of equal size hold equally many applications.
 */
export const partOfApplication: Sql = sql`(facts.application_id * 40503 & ${SHARES.parts - 1}::bigint)::int`

type ShareOwner = { jobId: number; staffId: number }
/** SQL for one column of this officer's stored share of the job. */
const columnOfShare = ({ jobId, staffId }: ShareOwner, column: Sql) =>
  sql`(select ${column} from work_shares where job_id = ${jobId} and staff_id = ${staffId})`

/**
 * SQL condition: the application `application_facts facts` is in this officer's share. Its county must be
 * in the share, and its part number from `part_from` to one below `part_to`. False for an officer without a
 * share. The county comes first because an index covers it.
 */
export const isInShare = (owner: ShareOwner): Sql => sql`
  (facts.county = any(array(select unnest(counties) from work_shares where job_id = ${owner.jobId} and staff_id = ${owner.staffId}))
    and ${partOfApplication} between ${columnOfShare(owner, sql`part_from`)} and ${columnOfShare(owner, sql`part_to`)} - 1)`

/**
 * SQL: `and`, with the condition `isInShare`, for the filter of the table. When only unread applications are
 * divided, a share leaves out those that only other officers have read.
 */
export const andInOwnShare = (owner: ShareOwner): Sql => sql`
  and ${isInShare(owner)}
  and (not facts.is_read or not (select only_unread from work_plans where job_id = ${owner.jobId}) or exists (
    select from application_reads own where own.staff_id = ${owner.staffId} and own.job_id = ${owner.jobId} and own.application_id = facts.application_id))`
