import { REPORTS } from '#contract/reports/limits.ts'
import { type Db, sql, type Tx } from '../database/connect.ts'
import type { ValidationCount } from './validation-counter.ts'

/**
 * Adds counts of validation errors to those of their day. The job id 0 means no job. Counts for a missing job
 * are dropped: someone invented its id. The rows are written in a fixed order, so that two processes cannot
 * deadlock.
 */
export const addValidationCounts = (db: Db, counts: ValidationCount[]) =>
  db.run(sql`
    insert into validation_statistics as statistic (day, job_id, place, field, message, times)
    select day, job_id, place, field, message, times
    from unnest(${counts.map(({ day }) => day)}::date[], ${counts.map(({ jobId }) => jobId)}::bigint[], ${counts.map(({ place }) => place)}::text[],
      ${counts.map(({ field }) => field)}::text[], ${counts.map(({ message }) => message)}::text[], ${counts.map(({ times }) => times)}::bigint[])
      as new (day, job_id, place, field, message, times)
    where job_id = 0 or exists (select from jobs where jobs.id = job_id)
    order by day, job_id, place, field, message
    on conflict (day, job_id, place, field, message) do update set times = statistic.times + excluded.times`)

export const dropValidationCounts = (db: Db, before: string) =>
  db.run(
    sql`delete from validation_statistics where ctid in (select ctid from validation_statistics where day < ${before} limit 1000)`,
  )

/** How often an error was shown at one field: today, and on all requested days together (`week`). */
export type ValidationRow = { place: string; field: string; message: string; today: number; week: number }

/** The most frequent validation errors from `firstDay` to `today`, for one job or for all. */
export const findValidationCounts = (
  tx: Tx,
  { firstDay, today, jobId }: { firstDay: string; today: string; jobId?: number },
) =>
  tx.rows<ValidationRow>(sql`
    select place, field, message, coalesce(sum(times) filter (where day = ${today}), 0)::int as today, sum(times)::int as week
    from validation_statistics
    where day between ${firstDay} and ${today} and (${jobId ?? null}::bigint is null or job_id = ${jobId ?? null})
    group by place, field, message order by week desc, place, field, message limit ${REPORTS.maxFieldErrorRows}`)
