import { STAFF_JOBS } from '#contract/staff-jobs/limits.ts'
import { sql, type Tx } from '../database/connect.ts'
import type { Scope } from './filter.ts'
import { inAreas } from '../staff/areas.ts'

/** The job that is described above the table of its applications. Null: the job does not give this value. */
type HeadJob = {
  id: number
  reference: string
  title: string
  type_code: string
  vacancies: number | null
  expiry_date: Date | null
  min_age: number | null
}

export const findHeadJob = (tx: Tx, id: number) =>
  tx.row<HeadJob>(sql`
    select jobs.id, reference, title, job_types.code as type_code, vacancies, expiry_date, min_age
    from jobs join job_types on job_types.id = job_type_id where jobs.id = ${id}`)

/** `unread`: how many of `count` no officer has opened. */
type CountRow = { stage: number; county: number; constituency: number; count: number; unread: number }

export const countByStageAndConstituency = (tx: Tx, { jobId, areas }: Pick<Scope, 'jobId' | 'areas'>) =>
  tx.rows<CountRow>(sql`
    select stage, county, constituency, count(*)::int as count, (count(*) filter (where not is_read))::int as unread from application_facts facts
    where job_id = ${jobId} and ${inAreas(areas)} group by stage, county, constituency`)

export type ConstituencyRow = {
  county: number
  county_name: string
  constituency: number
  constituency_name: string
}

export const findConstituencies = (tx: Tx, constituencies: number[]) =>
  tx.rows<ConstituencyRow>(sql`
    select counties.code as county, counties.name as county_name, constituencies.code as constituency, constituencies.name as constituency_name
    from constituencies join counties on counties.code = county_code
    where constituencies.code = any(${constituencies}::int[]) order by counties.name, constituencies.name`)

export const findLevels = (tx: Tx) =>
  tx.rows<{ rank: number; name: string }>(sql`select rank, name from qualification_levels order by rank, id`)

/** The by-election areas or service centres that a job offers; all of them when it names none (J9). */
export const findOfferedAreas = (tx: Tx, { id, type_code: type }: Pick<HeadJob, 'id' | 'type_code'>) =>
  tx.rows<{ id: number; name: string }>(sql`
    with named as (
      select id, name from huduma_centres where ${type} = 'huduma' and (
        id in (select centre_id from job_centres where job_id = ${id}) or not exists (select from job_centres where job_id = ${id}))
      union all
      select id, area_name from by_election_areas where ${type} = 'by_election' and (
        id in (select area_id from job_areas where job_id = ${id}) or not exists (select from job_areas where job_id = ${id})))
    select id, name from named order by name, id limit ${STAFF_JOBS.maxPlaces}`)
