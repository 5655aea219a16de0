import type { ShareKind } from '#contract/shares/endpoints.ts'
import { RIGHTS } from '#contract/staff/rights.ts'
import { SHARES } from '#contract/shares/words.ts'
import { stageNumber } from '#contract/review/stages.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { partOfApplication } from '../review/share.ts'
import { inAreas } from '../staff/areas.ts'

export type JobRow = { id: number; reference: string; title: string; expiry_date: Date | null }
export const findJob = (tx: Tx, id: number) =>
  tx.row<JobRow>(sql`select id, reference, title, expiry_date from jobs where id = ${id}`)

/** Finds a job as `findJob` does, and locks it, so that no one else changes its shares meanwhile. */
export const lockJob = async (tx: Tx, id: number) => {
  await tx.row(sql`select pg_advisory_xact_lock(hashtextextended('shares', ${id}::bigint))`)
  return findJob(tx, id)
}

/** How reviewers share a job's applications: by `county`, or in equal `parts`. */
export type PlanRow = {
  kind: ShareKind
  only_unread: boolean
  shared_by: number
  name: string
  shared_at: Date
}
export const findPlan = (tx: Tx, jobId: number) =>
  tx.row<PlanRow>(sql`
    select kind, only_unread, shared_by, staff.name, shared_at from work_plans join staff on staff.id = shared_by where job_id = ${jobId}`)

/**
 * The share of one officer (`id`): applications with a part number from `part_from` to one below `part_to`,
 * in these counties. `partOfApplication` computes an application's part number from its id.
 */
type ShareRow = { id: number; name: string; counties: number[]; part_from: number; part_to: number }
/**
 * Shares are in the order of their parts. Shares by county all have the same part, so they are ordered by
 * name.
 */
export const findShares = (tx: Tx, jobId: number) =>
  tx.rows<ShareRow>(sql`
    select staff.id, staff.name, counties, part_from, part_to from work_shares join staff on staff.id = staff_id
    where job_id = ${jobId} order by part_from, staff.name, staff.id`)

type ReviewerRow = { id: number; name: string; counties: number[]; limited: boolean }
/** Active reviewers. If a reviewer is limited to areas, `counties` are those in which they may read all. */
export const findReviewers = (tx: Tx) =>
  tx.rows<ReviewerRow>(sql`
    select staff.id, staff.name, coalesce(array_agg(county_code) filter (where county_code is not null), '{}') as counties, count(areas.staff_id) > 0 as limited
    from staff left join staff_areas areas on areas.staff_id = staff.id
    where disabled_at is null and role = any(${[...RIGHTS['applications.review']]}::text[]) group by staff.id order by staff.name, staff.id limit 500`)

type CountyRow = { code: number; name: string; applications: number; unread: number }
/**
 * The counties that have applications for the job, with sums in the officer's areas. `inAreas` also fits
 * `area_counts`, which has a county and a constituency in each row.
 */
export const findCounties = (tx: Tx, jobId: number, areas: Staff['areas']) =>
  tx.rows<CountyRow>(sql`
    select counties.code, counties.name, sum(applications)::int as applications, sum(unread)::int as unread
    from area_counts facts join counties on counties.code = facts.county
    where facts.job_id = ${jobId} and ${inAreas(areas)} group by counties.code having sum(applications) > 0 order by counties.name`)

export const findCountyNames = (tx: Tx) =>
  tx.rows<{ code: number; name: string }>(sql`select code, name from counties order by name`)

/** Applications at this stage or a later stage have a decision. */
const FIRST_DECIDED_STAGE = stageNumber('long_list')
const isDecided = sql`(facts.stage >= ${FIRST_DECIDED_STAGE}::smallint or facts.list_id is not null)`

/** SQL for the position of an application's share in `shares`, starting at 1; 0 when it is in no share. */
function positionOfShare(kind: ShareKind, shares: ShareRow[]): Sql {
  // `width_bucket` counts the shares whose `part_from` is at most the part number of the application. The
  // shares come in the order of `part_from`, so this count is the position.
  if (kind === 'parts')
    return sql`width_bucket(${partOfApplication}, ${shares.map((row) => row.part_from)}::int[])`
  // County codes start at 1, as the positions in an array of PostgreSQL do.
  const positionByCounty: number[] = []
  shares.forEach(({ counties }, index) => {
    for (const code of counties) positionByCounty[code - 1] = index + 1
  })
  // Counties that are in no share get 0.
  const withoutGaps = Array.from(positionByCounty, (position) => position ?? 0)
  return sql`coalesce((${withoutGaps}::int[])[facts.county], 0)`
}

type SumRow = {
  /** The position of the share, starting at 1; 0 for the applications in no share. */
  position: number
  applications: number
  decided: number
  /** The applications of a share that no officer has opened, and how many of these have a decision. */
  unread: number
  unread_decided: number
}
/** Counts the applications of each share, from one scan of the job's index. */
export const sumShares = (
  tx: Tx,
  jobId: number,
  areas: Staff['areas'],
  { kind }: Pick<PlanRow, 'kind'>,
  shares: ShareRow[],
) =>
  tx.rows<SumRow>(sql`
    select (${positionOfShare(kind, shares)})::int as position, count(*)::int as applications, (count(*) filter (where ${isDecided}))::int as decided,
      (count(*) filter (where not is_read))::int as unread, (count(*) filter (where not is_read and ${isDecided}))::int as unread_decided
    from application_facts facts where facts.job_id = ${jobId} and ${inAreas(areas)} group by position`)

type ReadRow = { position: number; read: number; decided: number }
/**
 * For each reviewer: how many applications of their share they have opened, and how many of these have a
 * decision. Applications that they opened in another reviewer's share do not count.
 */
export const sumOwnReads = (
  tx: Tx,
  jobId: number,
  areas: Staff['areas'],
  { kind }: Pick<PlanRow, 'kind'>,
  shares: ShareRow[],
) => {
  const officers = shares.map(({ id }) => id)
  return tx.rows<ReadRow>(sql`
    select position, count(*)::int as read, (count(*) filter (where is_decided))::int as decided
    from (
      select (${positionOfShare(kind, shares)})::int as position, own.staff_id, ${isDecided}::boolean as is_decided
      from application_reads own join application_facts facts on facts.application_id = own.application_id
      where own.job_id = ${jobId} and own.staff_id = any(${officers}::bigint[]) and ${inAreas(areas)}) opened
    where staff_id = (${officers}::bigint[])[position] group by position`)
}

export const dropPlan = (tx: Tx, jobId: number) => tx.run(sql`delete from work_plans where job_id = ${jobId}`)

type NewPlan = {
  jobId: number
  kind: ShareKind
  onlyUnread: boolean
  by: number
  now: Date
  shares: { officer: number; counties: number[] }[]
}

/**
 * Stores a work plan with its shares. Equal parts are ranges of equal width (except for rounding) in all
 * counties.
 */
export async function insertPlan(
  tx: Tx,
  { jobId, kind, onlyUnread, by, now, shares }: NewPlan,
): Promise<void> {
  await tx.run(sql`
    insert into work_plans (job_id, kind, only_unread, shared_by, shared_at) values (${jobId}, ${kind}, ${onlyUnread}, ${by}, ${now})`)
  const partStart = (index: number) => Math.round((index * SHARES.parts) / shares.length)
  const rows = shares.map(({ officer, counties }, index) =>
    kind === 'county'
      ? { staff_id: officer, counties, part_from: 0, part_to: SHARES.parts }
      : // Without counties, the share covers all of them.
        { staff_id: officer, counties: null, part_from: partStart(index), part_to: partStart(index + 1) },
  )
  await tx.run(sql`
    insert into work_shares (job_id, staff_id, counties, part_from, part_to)
    select ${jobId}::bigint, staff_id, coalesce(counties, array(select code::smallint from counties)), part_from, part_to
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as share (staff_id bigint, counties smallint[], part_from int, part_to int)`)
}
