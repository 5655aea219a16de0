import { SHARES } from '#contract/shares/words.ts'
import { sql, type Sql } from '../database/connect.ts'

/**
 * The part of `application_facts it` that an application falls into, 0 to 65,535, the same for ever. The multiplier is 65,536 by the
 * golden ratio: ids that follow each other spread evenly over the parts, so that equal ranges hold as many, and nobody chooses theirs.
 */
export const partOfApplication: Sql = sql`(it.application_id * 40503 & ${SHARES.parts - 1}::bigint)::int`

type Whose = { jobId: number; staffId: number }
const ownPart = ({ jobId, staffId }: Whose, column: Sql) => sql`(select ${column} from work_shares where job_id = ${jobId} and staff_id = ${staffId})`

/** A condition: `application_facts it` is this officer's share of the job, as it was given to them; without one, nothing is. An index knows the counties. */
export const isInShare = (whose: Whose): Sql => sql`
  (it.county = any(array(select unnest(counties) from work_shares where job_id = ${whose.jobId} and staff_id = ${whose.staffId}))
    and ${partOfApplication} between ${ownPart(whose, sql`part_from`)} and ${ownPart(whose, sql`part_to`)} - 1)`

/** The same for the filter of a table; of a plan for unread ones, what somebody else has read is nobody's work any more. */
export const inOwnShare = (whose: Whose): Sql => sql`
  and ${isInShare(whose)}
  and (not it.is_read or not (select only_unread from work_plans where job_id = ${whose.jobId}) or exists (
    select from application_reads own where own.staff_id = ${whose.staffId} and own.job_id = ${whose.jobId} and own.application_id = it.application_id))`
