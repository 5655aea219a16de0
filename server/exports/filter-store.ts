import type { ApplicationFilter } from '#contract/review/filter.ts'
import { sql, type Tx } from '../database/connect.ts'

/** The codes in each part of a filter, with their names. */
type FilterNames = Record<
  'counties' | 'constituencies' | 'wards' | 'places' | 'levels' | 'lists',
  { code: number; name: string }[]
>

/**
 * The names of the codes in a filter. Levels of education are found by their rank. A place is a centre or a
 * by-election area, depending on the type of the job.
 */
export async function findFilterNames(
  tx: Tx,
  jobId: number,
  filter: ApplicationFilter,
): Promise<FilterNames> {
  const ranks = [filter.level.from, filter.level.to].filter((rank) => rank !== undefined)
  const rows = await tx.rows<{ kind: keyof FilterNames; code: number; name: string }>(sql`
    select 'counties' as kind, code::bigint, name from counties where code = any(${filter.county})
    union all select 'constituencies', code, name from constituencies where code = any(${filter.constituency})
    union all select 'wards', code, name from wards where code = any(${filter.ward})
    union all select 'places', centre.id, centre.name from huduma_centres centre, jobs, job_types
      where jobs.id = ${jobId} and job_types.id = job_type_id and job_types.code = 'huduma' and centre.id = any(${filter.place})
    union all select 'places', area.id, area_name from by_election_areas area, jobs, job_types
      where jobs.id = ${jobId} and job_types.id = job_type_id and job_types.code = 'by_election' and area.id = any(${filter.place})
    union all select 'levels', rank, name from qualification_levels where rank = any(${ranks})
    union all select 'lists', id, name from decisions where job_id = ${jobId} and id = any(${filter.list})`)
  const names: FilterNames = {
    counties: [],
    constituencies: [],
    wards: [],
    places: [],
    levels: [],
    lists: [],
  }
  for (const { kind, code, name } of rows) names[kind].push({ code, name })
  return names
}
