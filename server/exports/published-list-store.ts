import { EXPORTS } from '#contract/exports/limits.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import type { Scope } from '../review/filter.ts'
import { inAreas } from '../staff/areas.ts'

/**
 * Who is on a published list: applicants at these stages whose list has taken effect, in one county or
 * constituency if given.
 */
export type Which = { stages: number[]; county: number | null; constituency: number | null }

const listed = ({ jobId, areas }: Pick<Scope, 'jobId' | 'areas'>, stages: number[]): Sql => sql`
  it.job_id = ${jobId} and it.is_open and it.stage = any(${stages}::smallint[]) and ${inAreas(areas)}`
const within = ({ county, constituency }: Which): Sql => sql`
  (${county}::int is null or it.county = ${county}::int) and (${constituency}::int is null or it.constituency = ${constituency}::int)`

export type PublishedPlaceRow = {
  county: number
  county_name: string
  constituency: number
  constituency_name: string
  count: number
}

/** The number in each constituency of the whole job. */
export const findPublishedPlaces = (tx: Tx, scope: Scope, { stages }: Which) =>
  tx.rows<PublishedPlaceRow>(sql`
    select counties.code as county, counties.name as county_name, constituencies.code as constituency, constituencies.name as constituency_name, found.count
    from (select it.county, it.constituency, count(*) as count from application_facts it where ${listed(scope, stages)} group by 1, 2) found
    join counties on counties.code = found.county join constituencies on constituencies.code = found.constituency
    order by counties.name, constituencies.name`)

export type PublishedRow = { reference: string; county: string; constituency: string; name: string | null }

/** By county, constituency and reference; `names` as they were submitted. */
export const findPublishedRows = (tx: Tx, scope: Scope, which: Which, names: boolean) =>
  tx.rows<PublishedRow>(sql`
    select reference_number as reference, counties.name as county, constituencies.name as constituency, case when ${names}::boolean then (
      select concat_ws(' ', nullif(person ->> 'first_name', ''), nullif(person ->> 'middle_name', ''), nullif(person ->> 'last_name', ''))
      from submissions, lateral (select frozen::jsonb -> 'applicant' as person) one where application_id = it.application_id) end as name
    from application_facts it join job_applications sent on sent.id = it.application_id
    join counties on counties.code = it.county join constituencies on constituencies.code = it.constituency
    where ${listed(scope, which.stages)} and ${within(which)}
    order by counties.name, constituencies.name, reference_number limit ${EXPORTS.noticeLines}`)
