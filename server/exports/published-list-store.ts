import { EXPORTS } from '#contract/exports/limits.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import type { Scope } from '../review/filter.ts'
import { inAreas } from '../staff/areas.ts'

/**
 * Which applicants a published list shows: those at these stages, in this county and constituency. Null means
 * every county or constituency.
 */
type PublishedFilter = { stages: number[]; county: number | null; constituency: number | null }

// Only applicants whose names are visible (`is_open`) are published. Names become visible when the decision
// list of the application takes effect.
const isListed = ({ jobId, areas }: Pick<Scope, 'jobId' | 'areas'>, stages: number[]): Sql => sql`
  facts.job_id = ${jobId} and facts.is_open and facts.stage = any(${stages}::smallint[]) and ${inAreas(areas)}`
const isInRequestedPlace = ({ county, constituency }: PublishedFilter): Sql => sql`
  (${county}::int is null or facts.county = ${county}::int) and (${constituency}::int is null or facts.constituency = ${constituency}::int)`

export type PublishedPlaceRow = {
  county: number
  county_name: string
  constituency: number
  constituency_name: string
  count: number
}

/** The number of listed applicants in each constituency, for the whole job. */
export const findPublishedPlaces = (tx: Tx, scope: Scope, { stages }: PublishedFilter) =>
  tx.rows<PublishedPlaceRow>(sql`
    select counties.code as county, counties.name as county_name, constituencies.code as constituency, constituencies.name as constituency_name, found.count
    from (select facts.county, facts.constituency, count(*) as count from application_facts facts where ${isListed(scope, stages)} group by facts.county, facts.constituency) found
    join counties on counties.code = found.county join constituencies on constituencies.code = found.constituency
    order by counties.name, constituencies.name`)

type PublishedRow = { reference: string; county: string; constituency: string; name: string | null }

/**
 * The applicants of a published list, in order of county, constituency and reference. Names are those that
 * were submitted; null without names.
 */
export const findPublishedRows = (tx: Tx, scope: Scope, filter: PublishedFilter, withNames: boolean) =>
  tx.rows<PublishedRow>(sql`
    select reference_number as reference, counties.name as county, constituencies.name as constituency, case when ${withNames}::boolean then (
      select concat_ws(' ', nullif(person ->> 'first_name', ''), nullif(person ->> 'middle_name', ''), nullif(person ->> 'last_name', ''))
      from submissions, lateral (select frozen::jsonb -> 'applicant' as person) applicant where application_id = facts.application_id) end as name
    from application_facts facts join job_applications sent on sent.id = facts.application_id
    join counties on counties.code = facts.county join constituencies on constituencies.code = facts.constituency
    where ${isListed(scope, filter.stages)} and ${isInRequestedPlace(filter)}
    order by counties.name, constituencies.name, reference_number limit ${EXPORTS.publishedListLines}`)
