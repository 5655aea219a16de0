import { SHARES } from '#contract/shares/words.ts'
import { sql, type Sql } from '../database/connect.ts'

/**
 * The part, 0 to 65,535, of an application in `application_facts it`; it never changes. The multiplier is
 * 65,536 divided by the golden ratio: consecutive ids spread evenly over the parts. So equal ranges hold
 * equally many, and no one can choose their part.
 */
export const partOfApplication: Sql = sql`(it.application_id * 40503 & ${SHARES.parts - 1}::bigint)::int`

type Whose = { jobId: number; staffId: number }
const ownPart = ({ jobId, staffId }: Whose, column: Sql) =>
  sql`(select ${column} from work_shares where job_id = ${jobId} and staff_id = ${staffId})`

/**
 * SQL condition: `application_facts it` is in this officer's stored share of the job. False without a share.
 * The counties come first because an index covers them.
 */
export const isInShare = (whose: Whose): Sql => sql`
  (it.county = any(array(select unnest(counties) from work_shares where job_id = ${whose.jobId} and staff_id = ${whose.staffId}))
    and ${partOfApplication} between ${ownPart(whose, sql`part_from`)} and ${ownPart(whose, sql`part_to`)} - 1)`

/**
 * The same for the filter of a table. In a plan for unread applications, one that someone else has read is no
 * longer anyone's work.
 */
export const inOwnShare = (whose: Whose): Sql => sql`
  and ${isInShare(whose)}
  and (not it.is_read or not (select only_unread from work_plans where job_id = ${whose.jobId}) or exists (
    select from application_reads own where own.staff_id = ${whose.staffId} and own.job_id = ${whose.jobId} and own.application_id = it.application_id))`
