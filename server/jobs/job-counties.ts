import type { JobInFull } from '#contract/jobs/endpoints.ts'
import type { Tx } from '../database/connect.ts'
import { takenPlaces } from './near.ts'
import { placesOf } from './places.ts'
import type { JobRow } from './store.ts'
import { findJobPlaces } from './wider-store.ts'

type County = JobInFull['counties'][number]

/**
 * How many by-election areas or Huduma Centres of a job are in each county. Empty if one county has all, or
 * the job has none.
 */
export async function findJobCounties(
  tx: Tx,
  { id, job_type_code: code }: Pick<JobRow, 'id' | 'job_type_code'>,
): Promise<JobInFull['counties']> {
  if (code !== 'by_election' && code !== 'huduma') return []
  const [places, [job]] = await Promise.all([placesOf(tx), findJobPlaces(tx, [id])])
  const rows =
    code === 'by_election'
      ? takenPlaces(places.areas, job?.areas ?? [])
      : takenPlaces(places.centres, job?.centres ?? [])
  const counties = new Map<number, County>()
  for (const { county, county_name: name } of rows) {
    if (county === null) continue
    const countedBefore = counties.get(county)?.places ?? 0
    counties.set(county, { code: county, name, places: countedBefore + 1 })
  }
  return counties.size > 1
    ? [...counties.values()].sort((left, right) => left.name.localeCompare(right.name))
    : []
}
