import type { ApplicationFilter } from '#contract/review/filter.ts'
import { sql, type Tx } from '../database/connect.ts'

type Named = { code: number; name: string }[]
export type FilterNames = Record<
  'counties' | 'constituencies' | 'wards' | 'places' | 'levels' | 'lists',
  Named
>

/** The names of the codes in a filter: a level by its rank, a place by the type of the job. */
export async function findFilterNames(
  tx: Tx,
  jobId: number,
  applicationFilter: ApplicationFilter,
): Promise<FilterNames> {
  const ranks = [applicationFilter.level.from, applicationFilter.level.to].filter(
    (rank) => rank !== undefined,
  )
  const rows = await tx.rows<{ kind: keyof FilterNames; code: number; name: string }>(sql`
    select 'counties' as kind, code::bigint, name from counties where code = any(${applicationFilter.county})
    union all select 'constituencies', code, name from constituencies where code = any(${applicationFilter.constituency})
    union all select 'wards', code, name from wards where code = any(${applicationFilter.ward})
    union all select 'places', centre.id, centre.name from huduma_centres centre, jobs, job_types
      where jobs.id = ${jobId} and job_types.id = job_type_id and job_types.code = 'huduma' and centre.id = any(${applicationFilter.place})
    union all select 'places', area.id, area_name from by_election_areas area, jobs, job_types
      where jobs.id = ${jobId} and job_types.id = job_type_id and job_types.code = 'by_election' and area.id = any(${applicationFilter.place})
    union all select 'levels', rank, name from qualification_levels where rank = any(${ranks})
    union all select 'lists', id, name from decisions where job_id = ${jobId} and id = any(${applicationFilter.list})`)
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
