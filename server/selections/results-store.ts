import type { ResultFile } from '#contract/selections/result-endpoints.ts'
import { countyOfPlace, placeName } from '../locations/place-name.ts'
import { sql, type Tx } from '../database/connect.ts'

export type PublicRunRow = {
  id: number
  published_at: Date
  job_id: number
  reference: string
  title: string
  /** The result's files; null until their digests are computed. */
  files: ResultFile[] | null
  /** The number of the selection's last published run. */
  newest: number
}

/** Finds a published run of a job's selection, also when the job is archived. */
export const findPublicRun = (tx: Tx, jobId: number, number: number) =>
  tx.row<PublicRunRow>(sql`
    select run.id, run.published_at, jobs.id as job_id, jobs.reference, jobs.title, run.files,
      (select max(number) from selection_runs later where later.selection_id = selection.id and later.state = 'published') as newest
    from selections selection join selection_runs run on run.selection_id = selection.id join jobs on jobs.id = selection.job_id
    where selection.job_id = ${jobId} and run.number = ${number} and run.state = 'published'`)

/** A part of the rule that could not be kept: what it asked for, and what was kept instead. */
type StoredShortfall = {
  rule: 'seats' | 'gender' | 'disability'
  place?: string
  asked: number
  kept: number
}
export type UnitRow = {
  number: number
  unit: string
  /** The name and the county of the unit. Both are null when the unit is the whole job. */
  name: string | null
  county: { code: number; name: string } | null
  seats: number
  filled: number
  people: number
  /** The lowest points of a person who was taken; null when no one was taken. */
  lowest: number | null
  shortfalls: StoredShortfall[]
  /** The names of the places in `shortfalls`, by their keys; null when no shortfall is about a place. */
  places: Record<string, string | null> | null
}

/**
 * The units of a run in the order of its files. `number` selects a single unit; null selects all. `stored`
 * has each unit as the run stored it. `summed` has the people of each unit, and the lowest points of a person
 * who was taken.
 */
export const findUnits = (tx: Tx, runId: number, number: number | null) =>
  tx.rows<UnitRow>(sql`
    select stored.number::int as number, stored.unit, ${placeName(sql`stored.unit`)} as name,
      (select jsonb_build_object('code', code, 'name', name) from counties where code = ${countyOfPlace(sql`stored.unit`)}) as county,
      stored.seats, stored.filled, stored.shortfalls, coalesce(summed.people, 0)::int as people, summed.lowest, (
        select jsonb_object_agg(place, (${placeName(sql`place`)})::text) from jsonb_to_recordset(stored.shortfalls) short(place text) where place is not null) as places
    from selection_runs run
      cross join lateral (
        select ordinality as number, value ->> 'unit' as unit, (value ->> 'seats')::int as seats, (value ->> 'filled')::int as filled, value -> 'shortfalls' as shortfalls
        from jsonb_array_elements(run.units) with ordinality) stored
      left join (
        select unit, sum(taken + reserve + not_taken) as people, min(points) filter (where taken > 0) as lowest
        from selection_sums where run_id = ${runId} group by unit) summed on summed.unit = stored.unit
    where run.id = ${runId} and coalesce(stored.number = ${number}::int, true)
    order by stored.number`)

type CountyRow = { code: number; name: string; seats: number; filled: number; people: number }
/**
 * One row is a county: the seats that the rule gives its places (`seated`), and the people of these places
 * (`summed`). A county with neither seats nor people has no row. Empty when seats are counted only for the
 * whole job.
 */
export const findCounties = (tx: Tx, runId: number) =>
  tx.rows<CountyRow>(sql`
    with seated as (
      select seat.place, seat.seats from selection_runs run
        join selections selection on selection.id = run.selection_id
        join selection_rules rule on rule.id = selection.rule_id
        cross join lateral jsonb_to_recordset(rule.document::jsonb -> 'seats') seat(place text, seats int)
      where run.id = ${runId}),
    summed as (
      select place, sum(taken) as filled, sum(taken + reserve + not_taken) as people
      from selection_sums where run_id = ${runId} group by place)
    select counties.code, counties.name, sum(seated.seats)::int as seats, coalesce(sum(summed.filled), 0)::int as filled,
      coalesce(sum(summed.people), 0)::int as people
    from seated left join summed on summed.place = seated.place
      join counties on counties.code = ${countyOfPlace(sql`seated.place`)}
    group by counties.code, counties.name having sum(seated.seats) + coalesce(sum(summed.people), 0) > 0 order by counties.code`)

/** For the bars of a chart: how many people of a unit have each number of points. */
export const findBars = (tx: Tx, runId: number, unit: string) =>
  tx.rows<{ points: number; taken: number; reserve: number; not_taken: number }>(sql`
    select points, sum(taken)::int as taken, sum(reserve)::int as reserve, sum(not_taken)::int as not_taken
    from selection_sums where run_id = ${runId} and unit = ${unit} group by points order by points desc`)

/** Finds a published run whose files have no digests yet. */
export const findRunWithoutFiles = (tx: Tx) =>
  tx.row<{ id: number; job_id: number; number: number }>(sql`
    select run.id, selection.job_id, run.number from selection_runs run join selections selection on selection.id = run.selection_id
    where run.state = 'published' and run.files is null order by run.id limit 1`)

export const storeFiles = (tx: Tx, runId: number, files: ResultFile[]) =>
  tx.run(
    sql`update selection_runs set files = ${JSON.stringify(files)}::jsonb where id = ${runId} and files is null`,
  )
