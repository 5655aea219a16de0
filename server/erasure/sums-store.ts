import { REPORTS } from '#contract/reports/limits.ts'
import { sql, type Tx } from '../database/connect.ts'

/**
 * Adds these applications to the sums of erased ones, so that the reports of their jobs stay as they were.
 * Call it before their facts are deleted.
 *
 * Reports count gender and disability in blocks of `blockSize` applications, without the last, incomplete
 * block. `in_block` marks erased applications of the last block, so that this block stays the same.
 *
 * In the statement, `gone` has the applications to erase. `last_applications` has the newest applications,
 * as many as the incomplete block has. The size of this block is the remainder of all applications, erased
 * ones included, after division by `blockSize`. Erased applications that are already in the block are
 * subtracted.
 *
 * Two kinds of sums are added: by county and constituency, and by gender and disability.
 */
export async function addErasedSums(tx: Tx, ids: number[]): Promise<void> {
  // Erasures of one job run one after another, because each finds the last block from what the others left.
  await tx.run(sql`
    select from sent_counts where job_id in (select job_id from application_facts where application_id = any(${ids}::bigint[]))
    order by job_id for update`)
  await tx.run(sql`
    with gone as materialized (
      select application_id, job_id, stage, county, constituency, gender, is_pwd from application_facts where application_id = any(${ids}::bigint[])),
    last_applications as materialized (
      select facts.application_id
      from (select distinct job_id from gone) job
      join sent_counts on sent_counts.job_id = job.job_id
      cross join lateral (
        select coalesce(sum(count), 0) as count, coalesce(sum(count) filter (where in_block), 0) as in_block
        from erased_sums where erased_sums.job_id = job.job_id and gender is not null) erased
      cross join lateral (
        select application_id from application_facts where application_facts.job_id = job.job_id
        order by submitted_at desc, application_id desc
        limit greatest((sent_counts.applications + erased.count) % ${REPORTS.blockSize} - erased.in_block, 0)) facts),
    placed as (
      select *, application_id in (select application_id from last_applications) as in_block from gone)
    insert into erased_sums (job_id, stage, county, constituency, gender, is_pwd, in_block, count)
    select job_id, stage, county, constituency, gender, is_pwd, in_block, count(*)
    from placed group by grouping sets ((job_id, stage, county, constituency), (job_id, stage, gender, is_pwd, in_block))
    order by job_id, stage, county, constituency, gender, is_pwd, in_block
    on conflict on constraint erased_sums_once do update set count = erased_sums.count + excluded.count`)
}
