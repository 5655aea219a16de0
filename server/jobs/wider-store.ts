import type { PlaceCodes } from '#contract/job-applications/rules.ts'
import type { WiderFilters } from '#contract/jobs/endpoints.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import { chosenFilters, inLocation, inTitle, orderOf } from './store.ts'
import { WIDER } from './wider-limits.ts'

/**
 * What a person typed, for a wider search. `words` is a text search query, '' without words. The others are
 * the ids of matching areas, centres and counties.
 */
type WiderSearch = { words: string; areas: number[]; centres: number[]; counties: number[] }

/**
 * A job that a wider search found. `county` is null for a job of the whole country. `areas` and `centres` are
 * those in the typed place that the job takes.
 */
type WiderRow = { id: number; county: number | null; areas: number[]; centres: number[] }

// The next three are parts of the query in `findWider`, which defines `code`, `areas`, `centres` and
// `counties`. A job that names no area, or no centre, takes all of them (J9).
const takenAreas = (ids: number[]): Sql => sql`
  array(select typed_id from unnest(${ids}::int[]) typed_id where code = 'by_election'
    and (typed_id in (select area_id from job_areas where job_id = jobs.id) or not exists (select from job_areas where job_id = jobs.id)))`
const takenCentres = (ids: number[]): Sql => sql`
  array(select typed_id from unnest(${ids}::int[]) typed_id where code = 'huduma'
    and (typed_id in (select centre_id from job_centres where job_id = jobs.id) or not exists (select from job_centres where job_id = jobs.id)))`

// The SQL condition of a wider search. It leaves out jobs that the list's own search finds. Without a typed
// place, it searches only the text index.
const matching = (widerFilters: WiderFilters, { words }: WiderSearch): Sql => {
  const inWords = words
    ? sql`(wider_words @@ to_tsquery('english', ${words}) or wider_words_sw @@ to_tsquery('simple', ${words}))`
    : sql`false`
  if (!widerFilters.location) return sql`${inWords} and not ${inTitle(widerFilters)}`
  const title = widerFilters.search ? sql`(${inTitle(widerFilters)} or ${inWords})` : sql`true`
  return sql`${title} and (${inLocation(widerFilters)} or county_code = any(counties) or areas <> '{}' or centres <> '{}') and not (${inTitle(widerFilters)} and ${inLocation(widerFilters)})`
}

/**
 * The first `WIDER.maxResults` jobs that only a wider search finds, in the list's order. Each has the areas
 * and centres in the typed place that it takes.
 */
export const findWider = (tx: Tx, widerFilters: WiderFilters, wider: WiderSearch, now: Date) =>
  tx.rows<WiderRow>(sql`
    select id, county_code as county, areas, centres
    from jobs, lateral (select code from job_types where job_types.id = job_type_id) type,
      lateral (select ${takenAreas(wider.areas)} as areas, ${takenCentres(wider.centres)} as centres, ${wider.counties}::int[] as counties) taken
    where ${chosenFilters(widerFilters, now)} and ${matching(widerFilters, wider)}
    order by ${orderOf(widerFilters, now)} limit ${WIDER.maxResults}`)

export type AreaRow = PlaceCodes & { id: number; name: string; county_name: string; within: string[] }

/** Active by-election areas with their codes. `within` names the wards and constituencies in each. */
export const findAreas = (tx: Tx) =>
  tx.rows<AreaRow>(sql`
    select area.id, area_name as name, area.county_code as county, area.constituency_code as constituency, area.ward_code as ward, counties.name as county_name,
      array(select wards.name || ' ward ' || constituency.name || ' constituency' from constituencies constituency join wards on wards.constituency_code = constituency.code
        where constituency.county_code = area.county_code and constituency.code = coalesce(area.constituency_code, constituency.code) and wards.code = coalesce(area.ward_code, wards.code)
        limit 200) as within
    from by_election_areas area join counties on counties.code = area.county_code
    where area.is_active order by area_name, area.id limit 1000`)

export type CentreRow = { id: number; name: string; location: string; county: number; county_name: string }

export const findCentres = (tx: Tx) =>
  tx.rows<CentreRow>(sql`
    select centre.id, centre.name, centre.location, centre.county_code as county, counties.name as county_name
    from huduma_centres centre join counties on counties.code = centre.county_code where centre.is_active order by centre.name limit 1000`)

export const findCounties = (tx: Tx) =>
  tx.rows<{ id: number; name: string }>(sql`select code as id, name from counties order by name limit 100`)

/** The codes of the county, the constituency and the ward where a person lives. */
export type Home = { county: number; constituency: number; ward: number; county_name: string }

export const findHome = (tx: Tx, userId: number) =>
  tx.row<Home>(sql`
    select county_code as county, constituency_code as constituency, ward_code as ward, counties.name as county_name
    from users join counties on counties.code = county_code where users.id = ${userId}`)

export type JobPlacesRow = {
  id: number
  code: string
  county: number | null
  areas: number[]
  centres: number[]
}

/** The areas and centres that each job names. A job that names none takes all of them (J9). */
export const findJobPlaces = (tx: Tx, ids: number[]) =>
  tx.rows<JobPlacesRow>(sql`
    select jobs.id, job_types.code, county_code as county,
      array(select area_id from job_areas where job_id = jobs.id) as areas, array(select centre_id from job_centres where job_id = jobs.id) as centres
    from jobs join job_types on job_types.id = job_type_id where jobs.id = any(${ids}::bigint[])`)
