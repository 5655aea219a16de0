import { sql, type Sql } from '../database/connect.ts'

/**
 * SQL: the name of a place for which a selection has posts. `key` is SQL for the place's key, such as
 * `county:44`, `constituency:252` or `ward:1260`. For the key `job`, the whole job, the name is null.
 */
export const placeName = (key: Sql): Sql => sql`
  case split_part(${key}, ':', 1)
    when 'county' then (select name from counties where code = split_part(${key}, ':', 2)::int)
    when 'constituency' then (select name from constituencies where code = split_part(${key}, ':', 2)::int)
    when 'ward' then (select name from wards where code = split_part(${key}, ':', 2)::int) end`

/** SQL: the code of the county of a place for which a selection has posts; null for the whole job. */
export const countyOfPlace = (key: Sql): Sql => sql`
  case split_part(${key}, ':', 1)
    when 'county' then split_part(${key}, ':', 2)::int
    when 'constituency' then (select county_code from constituencies where code = split_part(${key}, ':', 2)::int)
    when 'ward' then (
      select county_code from wards join constituencies on constituencies.code = constituency_code where wards.code = split_part(${key}, ':', 2)::int)
  end`
