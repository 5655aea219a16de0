import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REFERENCE_DATA } from '#contract/reference-data/limits.ts'
import type { Log } from '../deps.ts'
import { type Db, sql, type Sql } from './connect.ts'

/** The time limit for loading a large file, which may take longer than a caller's statement. */
const STATEMENT_TIMEOUT_SECONDS = 60

const read = (name: string) => readFileSync(join(import.meta.dirname, 'reference', `${name}.json`), 'utf8')

/**
 * How to insert the rows of each file of reference data, in the order of foreign keys. The rows are one JSON
 * text. Rows changed by an officer have `changed_at`. The stored ranks have gaps, in which officers can
 * insert a level.
 */
const inserts: Record<string, (rows: string) => Sql> = {
  counties: (rows) => sql`
    insert into counties (code, name)
    select code, name from jsonb_to_recordset(${rows}::jsonb) as county (code int, name text)
    on conflict (code) do update set name = excluded.name where counties.changed_at is null`,
  constituencies: (rows) => sql`
    insert into constituencies (code, name, county_code)
    select code, name, county_code from jsonb_to_recordset(${rows}::jsonb) as constituency (code int, name text, county_code int)
    on conflict (code) do update set name = excluded.name, county_code = excluded.county_code where constituencies.changed_at is null`,
  wards: (rows) => sql`
    insert into wards (code, name, constituency_code)
    select code, name, constituency_code from jsonb_to_recordset(${rows}::jsonb) as ward (code int, name text, constituency_code int)
    on conflict (code) do update set name = excluded.name, constituency_code = excluded.constituency_code where wards.changed_at is null`,
  'job-types': (rows) => sql`
    insert into job_types (id, code, name)
    select id, code, name from jsonb_to_recordset(${rows}::jsonb) as job_type (id int, code text, name text)
    on conflict (id) do update set code = excluded.code, name = excluded.name where job_types.changed_at is null`,
  'qualification-levels': (rows) => sql`
    insert into qualification_levels (id, rank, code, name, short_name)
    select id, rank * ${REFERENCE_DATA.rankStep}, code, name, short_name
    from jsonb_to_recordset(${rows}::jsonb) as level (id int, rank int, code text, name text, short_name text)
    on conflict (id) do update set rank = excluded.rank, code = excluded.code, name = excluded.name, short_name = excluded.short_name
      where qualification_levels.changed_at is null`,
  'huduma-centres': (rows) => sql`
    insert into huduma_centres (id, name, location, county_code)
    select id, name, location, county_code
    from jsonb_to_recordset(${rows}::jsonb) as centre (id int, name text, location text, county_code int)
    on conflict (id) do update set name = excluded.name, location = excluded.location, county_code = excluded.county_code
      where huduma_centres.changed_at is null`,
  'by-election-areas': (rows) => sql`
    insert into by_election_areas (id, area_name, position_type, county_code, constituency_code, ward_code)
    select id, area_name, position_type, county_code, constituency_code, ward_code
    from jsonb_to_recordset(${rows}::jsonb)
      as area (id int, area_name text, position_type text, county_code int, constituency_code int, ward_code int)
    on conflict (id) do update set area_name = excluded.area_name, position_type = excluded.position_type,
      county_code = excluded.county_code, constituency_code = excluded.constituency_code, ward_code = excluded.ward_code
      where by_election_areas.changed_at is null`,
}

/**
 * Loads the commission's reference data, such as counties and job types. A file that has not changed is not
 * loaded again. A row that an officer changed is never overwritten. The log says how many such rows a new
 * file has.
 */
export async function loadReference(db: Db, acronym: string, log: Log = () => {}): Promise<void> {
  const loads = await db.rows<{ name: string; sha256: string }>(
    sql`select name, sha256 from reference_loads limit 100`,
  )
  const loaded = new Map(loads.map((load) => [load.name, load.sha256]))
  for (const [name, insert] of Object.entries(inserts)) {
    const rows = read(name).replaceAll('{acronym}', acronym)
    const sha256 = createHash('sha256').update(rows).digest('hex')
    if (loaded.get(name) === sha256) continue
    await db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
      const rowList: unknown[] = JSON.parse(rows)
      const writtenCount = await tx.run(insert(rows))
      // The insert leaves out only rows that an officer changed.
      const skipped = rowList.length - writtenCount
      if (skipped > 0) log('info', 'reference.skipped', { kind: name, count: skipped })
      await tx.run(sql`
        insert into reference_loads (name, sha256) values (${name}, ${sha256})
        on conflict (name) do update set sha256 = excluded.sha256`)
    })
  }
}
