import type { ResultFile } from '#contract/selection-checks/result-endpoints.ts'
import { placeName } from '../locations/place-name.ts'
import { sql, type Tx } from '../database/connect.ts'

export type PublicRunRow = {
  id: number
  published_at: Date
  job_id: number
  reference: string
  title: string
  files: ResultFile[] | null
}

/** A published run of the selection of a public job. */
export const findPublicRun = (tx: Tx, jobId: number, number: number) =>
  tx.row<PublicRunRow>(sql`
    select run.id, run.published_at, jobs.id as job_id, jobs.reference, jobs.title, run.files
    from selections selection join selection_runs run on run.selection_id = selection.id join jobs on jobs.id = selection.job_id
    where selection.job_id = ${jobId} and jobs.is_active and run.number = ${number} and run.state = 'published'`)

type StoredShortfall = {
  rule: 'seats' | 'gender' | 'disability'
  place?: string
  asked: number
  kept: number
}
export type UnitRow = {
  number: number
  unit: string
  name: string | null
  county: { code: number; name: string } | null
  seats: number
  filled: number
  people: number
  lowest: number | null
  shortfalls: StoredShortfall[]
  /** The names of places by their keys, of those in `shortfalls`. */
  places: Record<string, string | null> | null
}

/** The units of a run in the order of its files; only one of them with `number`. */
export const findUnits = (tx: Tx, runId: number, number: number | null) =>
  tx.rows<UnitRow>(sql`
    select stored.number::int as number, stored.unit, ${placeName(sql`stored.unit`)} as name,
      (select jsonb_build_object('code', code, 'name', name) from counties where code = case split_part(stored.unit, ':', 1)
        when 'county' then split_part(stored.unit, ':', 2)::int
        when 'constituency' then (select county_code from constituencies where code = split_part(stored.unit, ':', 2)::int)
        when 'ward' then (
          select county_code from wards join constituencies on constituencies.code = constituency_code where wards.code = split_part(stored.unit, ':', 2)::int)
      end) as county,
      stored.seats, stored.filled, stored.shortfalls, counted.people, counted.lowest, (
        select jsonb_object_agg(place, (${placeName(sql`place`)})::text) from jsonb_to_recordset(stored.shortfalls) short(place text) where place is not null) as places
    from selection_runs run
      cross join lateral (
        select ordinality as number, value ->> 'unit' as unit, (value ->> 'seats')::int as seats, (value ->> 'filled')::int as filled, value -> 'shortfalls' as shortfalls
        from jsonb_array_elements(run.units) with ordinality) stored
      cross join lateral (
        select count(*)::int as people, min(points) filter (where result = 'taken') as lowest
        from selection_results where run_id = run.id and unit = stored.unit) counted
    where run.id = ${runId} and coalesce(stored.number = ${number}::int, true)
    order by stored.number`)

export const findBars = (tx: Tx, runId: number, unit: string) =>
  tx.rows<{ points: number; taken: number; reserve: number; not_taken: number }>(sql`
    select points, (count(*) filter (where result = 'taken'))::int as taken, (count(*) filter (where result = 'reserve'))::int as reserve,
      (count(*) filter (where result = 'not_taken'))::int as not_taken
    from selection_results where run_id = ${runId} and unit = ${unit} group by points order by points desc`)

/** A published run of a public job whose files have no digests yet. */
export const findRunWithoutFiles = (tx: Tx) =>
  tx.row<{ id: number; job_id: number; number: number }>(sql`
    select run.id, selection.job_id, run.number from selection_runs run join selections selection on selection.id = run.selection_id
    join jobs on jobs.id = selection.job_id where run.state = 'published' and run.files is null and jobs.is_active order by run.id limit 1`)

export const storeFiles = (tx: Tx, runId: number, files: ResultFile[]) =>
  tx.run(
    sql`update selection_runs set files = ${JSON.stringify(files)}::jsonb where id = ${runId} and files is null`,
  )
