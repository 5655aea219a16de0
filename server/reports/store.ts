import { stageNumber } from '#contract/review/stages.ts'
import { REPORTS } from '#contract/reports/limits.ts'
import { sql, type Tx } from '../database/connect.ts'
import { isOpenAt } from '../database/open-jobs.ts'

// The SQL of officers' reports: numbers about one job, and about the whole portal.

/** The stages at which an application counts as shortlisted: `shortlisted` and all later ones. */
export const SHORTLISTED = (['shortlisted', 'interview', 'reserve', 'offer', 'hired'] as const).map(
  stageNumber,
)
export const HIRED = [stageNumber('hired')]

type JobRow = {
  id: number
  reference: string
  title: string
  vacancies: number | null
  expiry_date: Date | null
}
export const findJob = (tx: Tx, id: number) =>
  tx.row<JobRow>(sql`select id, reference, title, vacancies, expiry_date from jobs where id = ${id}`)

export type SumRow = {
  /**
   * Which applications the row counts. `place`: by county and constituency. `person`: by stage, gender and
   * disability. `incomplete_block`: those after the last complete block of 20. A column by which the group
   * does not count is null.
   */
  group: 'place' | 'person' | 'incomplete_block'
  county: number | null
  constituency: number | null
  stage: number | null
  gender: 'M' | 'F' | 'O' | null
  is_pwd: boolean | null
  count: number
  /** How many of `count` were shortlisted or are at a later stage, and how many were hired. */
  shortlisted: number
  hired: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * All sums of a job. The field `group` of a row says which applications the row counts. It is one query, so
 * that the sums and the incomplete block describe the same moment.
 */
// The statement has these parts. `counted` are the sums of present applications, from one scan of an index.
// `erased` are stored sums of erased ones, and `sums` adds both. `by_person` is 0 for sums by place and 1 for
// those by person. A stored sum by person has no county. `incomplete_block` has the last applications, as
// many as fill no whole block. Erased applications have no order, so those of the incomplete block are marked
// `in_block`.
export const findSums = (tx: Tx, jobId: number) =>
  tx.rows<SumRow>(sql`
    with counted as materialized (
      select county, constituency, stage, gender, is_pwd, count(*)::int as count, count(*) filter (where stage = any(${SHORTLISTED}::smallint[]))::int as shortlisted,
        count(*) filter (where stage = any(${HIRED}::smallint[]))::int as hired, grouping(county) as by_person
      from application_facts where job_id = ${jobId}
      group by grouping sets ((county, constituency), (stage, gender, is_pwd))),
    erased as materialized (
      select county, constituency, stage, gender, is_pwd, in_block, count from erased_sums where job_id = ${jobId}),
    sums as materialized (
      select county, constituency, stage, gender, is_pwd, sum(count)::int as count, sum(shortlisted)::int as shortlisted, sum(hired)::int as hired, by_person
      from (
        select * from counted
        union all
        select county, constituency, case when county is null then stage end, gender, is_pwd, count,
          case when stage = any(${SHORTLISTED}::smallint[]) then count else 0 end, case when stage = any(${HIRED}::smallint[]) then count else 0 end,
          case when county is null then 1 else 0 end
        from erased) together
      group by county, constituency, stage, gender, is_pwd, by_person),
    last_applications as (
      select gender, is_pwd from application_facts where job_id = ${jobId}
      order by submitted_at desc, application_id desc
      limit (select greatest(coalesce(sum(count), 0) % ${REPORTS.blockSize} - (select coalesce(sum(count), 0) from erased where in_block), 0)
        from sums where by_person = 0)),
    incomplete_block as (
      select gender, is_pwd, 1 as count from last_applications
      union all select gender, is_pwd, count from erased where in_block)
    select case by_person when 0 then 'place' else 'person' end as "group", county, constituency, stage, gender, is_pwd, count, shortlisted, hired from sums
    union all select 'incomplete_block', null, null, null, gender, is_pwd, sum(count)::int, 0, 0 from incomplete_block group by gender, is_pwd`)

/** The count of one hour. `at` is the start of the hour. */
export type HourRow = { at: Date; count: number }
/** The number of applications submitted in each hour since `since`. */
export const findSent = (tx: Tx, jobId: number, since: Date) =>
  tx.rows<HourRow>(sql`
    select date_bin('1 hour', submitted_at, '2000-01-01Z') as at, count(*)::int as count
    from application_facts where job_id = ${jobId} and submitted_at >= ${since} group by date_bin('1 hour', submitted_at, '2000-01-01Z')`)
/** The number of drafts started in each hour, including those that were submitted later. */
export const findStarted = (tx: Tx, jobId: number, since: Date) =>
  tx.rows<HourRow>(sql`
    select date_bin('1 hour', created_at, '2000-01-01Z') as at, count(*)::int as count
    from job_applications where job_id = ${jobId} and created_at >= ${since} group by date_bin('1 hour', created_at, '2000-01-01Z')`)

export type StepRow = { step: number; count: number }
/** Drafts that are not submitted, by the step of the form where they stopped; 0 if nothing was written. */
export const findUnfinished = (tx: Tx, jobId: number) =>
  tx.rows<StepRow>(sql`
    select coalesce((unfinished ->> 'step')::int, 0) as step, count(*)::int as count
    from job_applications where job_id = ${jobId} and not is_completed group by coalesce((unfinished ->> 'step')::int, 0) order by step`)

export type PlaceRow = { code: number; name: string }
export const findCounties = (tx: Tx) => tx.rows<PlaceRow>(sql`select code, name from counties`)
export const findConstituencies = (tx: Tx) => tx.rows<PlaceRow>(sql`select code, name from constituencies`)

type OpenJobRow = {
  id: number
  reference: string
  title: string
  expiry_date: Date | null
  sent_last_hour: number
  sent_last_day: number
}
/** Jobs that are open now, or closed within the last day; the job with the earliest deadline is first. */
export const findOpenJobs = (tx: Tx, now: Date) =>
  tx.rows<OpenJobRow>(sql`
    with open as (
      select id, reference, title, expiry_date from jobs
      where state = 'published' and is_active and ${isOpenAt(new Date(now.getTime() - DAY_MS))}
      order by expiry_date nulls last, id limit ${REPORTS.maxJobRows})
    select open.*, recent.hour as sent_last_hour, recent.day as sent_last_day
    from open cross join lateral (
      select count(*)::int as day, count(*) filter (where submitted_at > ${new Date(now.getTime() - HOUR_MS)})::int as hour
      from application_facts where job_id = open.id and submitted_at > ${new Date(now.getTime() - DAY_MS)}) recent
    order by expiry_date nulls last, id`)

/** How many applications were submitted since a time, for all jobs that were open then or later. */
export const countSentSince = async (tx: Tx, since: Date) =>
  (
    await tx.row<{ count: number }>(sql`
      select coalesce(sum(recent.count), 0)::int as count
      from jobs cross join lateral (
        select count(*) as count from application_facts where job_id = jobs.id and submitted_at > ${since}) recent
      where state = 'published' and ${isOpenAt(since)}`)
  )?.count ?? 0

/** The number of files not scanned yet. The count stops at one more than the largest number that is shown. */
export const countUnscanned = async (tx: Tx) =>
  (
    await tx.row<{ count: number }>(sql`
      select count(*)::int as count from (select from application_documents where scan_due is not null limit ${REPORTS.countedExactlyUpTo + 1}) counted`)
  )?.count ?? 0

/** The number of applications without derived facts. The count stops at the largest number that is shown. */
export const countWithoutFacts = async (tx: Tx) =>
  (
    await tx.row<{ count: number }>(
      sql`select count(*)::int as count from (select from facts_waiting limit ${REPORTS.countedExactlyUpTo}) counted`,
    )
  )?.count ?? 0

type MachineRow = { name: string; version: string; processes: number; seen_at: Date }
/** The machines that run the portal, the last seen first. Processes of old releases report no name. */
export const findMachines = (tx: Tx) =>
  tx.rows<MachineRow>(sql`
    select name, version, count(*)::int as processes, max(seen_at) as seen_at from nodes where name <> ''
    group by name, version order by max(seen_at) desc, name limit ${REPORTS.maxMachineRows}`)
