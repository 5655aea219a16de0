import { sql } from '../database/connect.ts'
import { answer, type Route } from '../endpoints/serve.ts'

type AreaRow = {
  id: number
  area_name: string
  county_name: string
  /** The constituency in which the area lies; null for an area that is a whole county. */
  constituency_name: string | null
  position_type: 'SENATOR' | 'MNA' | 'MCA'
  // Codes of the by-election area. A level that is smaller than the area has null.
  county: number
  constituency: number | null
  ward: number | null
}

/**
 * The choices in the application form (S2 §7). `?job=` limits them to the areas and centres of that job.
 * Without a job, or if the job names none, the answer has all of them (J9).
 */
export const referenceDataRoutes: Route[] = [
  answer('GET /api/huduma-centres/', (deps, { query: { job = null } }) =>
    deps.db.rows<{ id: number; name: string; location: string; county_name: string }>(sql`
      select centre.id, centre.name, centre.location, counties.name as county_name
      from huduma_centres centre join counties on counties.code = centre.county_code
      where centre.is_active and (centre.id in (select centre_id from job_centres where job_id = ${job}) or not exists (select from job_centres where job_id = ${job}))
      order by centre.name limit 1000`),
  ),
  answer('GET /api/by-election-areas/', async (deps, { query: { job = null } }) => {
    const rows = await deps.db.rows<AreaRow>(sql`
      select area.id, area.area_name, counties.name as county_name, constituencies.name as constituency_name, area.position_type,
        area.county_code as county, area.constituency_code as constituency, area.ward_code as ward
      from by_election_areas area
      join counties on counties.code = area.county_code
      left join constituencies on constituencies.code = area.constituency_code
      where area.is_active and (area.id in (select area_id from job_areas where job_id = ${job}) or not exists (select from job_areas where job_id = ${job}))
      order by area.area_name, area.id limit 1000`)
    // The reply leaves out `constituency_name` where it is null, because the contract has it as optional.
    return rows.map(({ constituency_name, ...row }) => ({
      ...row,
      ...(constituency_name === null ? {} : { constituency_name }),
    }))
  }),
  answer('GET /api/qualification-levels/', (deps) =>
    deps.db.rows<{ id: number; name: string; short_name: string }>(sql`
      select id, name, short_name from qualification_levels where is_active order by rank limit 1000`),
  ),
]
