import { REFERENCE_DATA } from '#contract/reference-data/limits.ts'
import type {
  ReferenceArea,
  ReferenceCentre,
  ReferencePlace,
  ReferenceType,
} from '#contract/reference-data/staff-endpoints.ts'
import { sql, type Tx } from '../database/connect.ts'

// Reference data: the lists that forms and filters offer, as officers read and change them.

// In each list, `jobs` is the number of jobs that use the entry.
export const findTypes = (tx: Tx) =>
  tx.rows<ReferenceType>(sql`
    select id, code, name, is_active, (select count(*) from jobs where job_type_id = job_type.id)::int as jobs from job_types job_type order by id limit ${REFERENCE_DATA.maxShown}`)

export const findCentres = (tx: Tx) =>
  tx.rows<ReferenceCentre>(sql`
    select centre.id, centre.name, location, county_code as county, counties.name as county_name, is_active,
      (select count(*) from job_centres where centre_id = centre.id)::int as jobs
    from huduma_centres centre join counties on counties.code = county_code order by centre.name, centre.id limit ${REFERENCE_DATA.maxShown}`)

export const findAreas = (tx: Tx) =>
  tx.rows<ReferenceArea>(sql`
    select area.id, area_name, position_type, area.county_code as county, counties.name as county_name, area.constituency_code as constituency,
      constituencies.name as constituency_name, area.ward_code as ward, wards.name as ward_name, is_active,
      (select count(*) from job_areas where area_id = area.id)::int as jobs
    from by_election_areas area join counties on counties.code = area.county_code
    left join constituencies on constituencies.code = area.constituency_code left join wards on wards.code = area.ward_code
    order by area_name, area.id limit ${REFERENCE_DATA.maxShown}`)

export const findCounties = (tx: Tx) =>
  tx.rows<ReferencePlace>(sql`select code, name from counties order by name limit 100`)

export const findConstituencies = (tx: Tx, county: number) =>
  tx.rows<ReferencePlace>(
    sql`select code, name from constituencies where county_code = ${county} order by name limit 100`,
  )

export const findWards = (tx: Tx, constituency: number) =>
  tx.rows<ReferencePlace>(
    sql`select code, name from wards where constituency_code = ${constituency} order by name limit 100`,
  )

type TypeRow = { name: string; is_active: boolean }
/** Finds an entry and locks it, so that it can be changed. */
export const lockType = (tx: Tx, id: number) =>
  tx.row<TypeRow>(sql`select name, is_active from job_types where id = ${id} for update`)
/** Changes a job type. @throws the database's refusal: job_types_name_key */
export const writeType = (tx: Tx, id: number, row: TypeRow, now: Date) =>
  tx.run(
    sql`update job_types set name = ${row.name}, is_active = ${row.is_active}, changed_at = ${now} where id = ${id}`,
  )

export type CentreRow = { name: string; location: string; county: number; is_active: boolean }
export const lockCentre = (tx: Tx, id: number) =>
  tx.row<CentreRow>(
    sql`select name, location, county_code as county, is_active from huduma_centres where id = ${id} for update`,
  )
/** Changes a Huduma Centre. @throws the database's refusal: huduma_centres_county_code_fkey */
export const writeCentre = (tx: Tx, id: number, row: CentreRow, now: Date) =>
  tx.run(sql`
    update huduma_centres set name = ${row.name}, location = ${row.location}, county_code = ${row.county}, is_active = ${row.is_active}, changed_at = ${now}
    where id = ${id}`)
export const insertCentre = (tx: Tx, row: CentreRow, now: Date) =>
  tx.row<{ id: number }>(sql`
    insert into huduma_centres (name, location, county_code, changed_at) values (${row.name}, ${row.location}, ${row.county}, ${now}) returning id`)

/** A by-election area. `constituency` is null for a whole county, `ward` for a county or a constituency. */
export type AreaRow = {
  name: string
  position_type: string
  county: number
  constituency: number | null
  ward: number | null
  is_active: boolean
}
export const lockArea = (tx: Tx, id: number) =>
  tx.row<AreaRow>(sql`
    select area_name as name, position_type, county_code as county, constituency_code as constituency, ward_code as ward, is_active
    from by_election_areas where id = ${id} for update`)
/**
 * @throws the database's refusal: by_election_areas_county_code_fkey, by_election_areas_in_county,
 * by_election_areas_in_constituency
 */
export const writeArea = (tx: Tx, id: number, row: AreaRow, now: Date) =>
  tx.run(sql`
    update by_election_areas set area_name = ${row.name}, position_type = ${row.position_type}, county_code = ${row.county}, constituency_code = ${row.constituency},
      ward_code = ${row.ward}, is_active = ${row.is_active}, changed_at = ${now}
    where id = ${id}`)
export const insertArea = (tx: Tx, row: AreaRow, now: Date) =>
  tx.row<{ id: number }>(sql`
    insert into by_election_areas (area_name, position_type, county_code, constituency_code, ward_code, changed_at)
    values (${row.name}, ${row.position_type}, ${row.county}, ${row.constituency}, ${row.ward}, ${now}) returning id`)

type PlaceStore = {
  lock: (tx: Tx, code: number) => Promise<{ name: string } | undefined>
  write: (tx: Tx, code: number, name: string, now: Date) => Promise<number>
}
/** Counties, constituencies and wards. Officers can only rename them: the commission sets their codes. */
export const PLACES: Record<'counties' | 'constituencies' | 'wards', PlaceStore> = {
  counties: {
    lock: (tx, code) => tx.row(sql`select name from counties where code = ${code} for update`),
    write: (tx, code, name, now) =>
      tx.run(sql`update counties set name = ${name}, changed_at = ${now} where code = ${code}`),
  },
  constituencies: {
    lock: (tx, code) => tx.row(sql`select name from constituencies where code = ${code} for update`),
    write: (tx, code, name, now) =>
      tx.run(sql`update constituencies set name = ${name}, changed_at = ${now} where code = ${code}`),
  },
  wards: {
    lock: (tx, code) => tx.row(sql`select name from wards where code = ${code} for update`),
    write: (tx, code, name, now) =>
      tx.run(sql`update wards set name = ${name}, changed_at = ${now} where code = ${code}`),
  },
}
