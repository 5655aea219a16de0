import { type Db, sql } from '../database/connect.ts'

export type County = { id: number; name: string }
export type Ward = { id: number; name: string; constituency: number; constituency_name: string }

/** Reads all 47 counties of Kenya. */
export const listCounties = (db: Db) =>
  db.rows<County>(sql`select code as id, name from counties order by name limit 100`)

/** All wards of a county, grouped by constituency. They are few enough for one list. */
export const listWardsOf = (db: Db, county: number) =>
  db.rows<Ward>(sql`
    select wards.code as id, wards.name, wards.constituency_code as constituency, constituencies.name as constituency_name
    from wards join constituencies on constituencies.code = wards.constituency_code
    where constituencies.county_code = ${county} order by constituencies.name, wards.name limit 500`)
