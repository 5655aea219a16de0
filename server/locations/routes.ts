import { sql } from '../database/connect.ts'
import { answer, type Route } from '../endpoints/serve.ts'
import { referenceDataRoutes } from './reference-data.ts'

/** Lists counties, constituencies and wards. Their ids are the official codes. Each name has two fields. */
export const locationsRoutes: Route[] = [
  answer('GET /api/counties/', (deps) =>
    deps.db.rows<{ id: number; name: string; county_name: string }>(sql`
      select code as id, name, name as county_name from counties order by name limit 100`),
  ),
  answer('GET /api/constituencies/', (deps, { query }) =>
    deps.db.rows<{ id: number; name: string; constituency_name: string; county_id: number }>(sql`
      select code as id, name, name as constituency_name, county_code as county_id from constituencies
      where ${query.county_id ?? null}::int is null or county_code = ${query.county_id ?? null} order by name limit 1000`),
  ),
  answer('GET /api/wards/', (deps, { query }) =>
    deps.db.rows<{ id: number; name: string; ward_name: string; constituency_id: number }>(sql`
      select code as id, name, name as ward_name, constituency_code as constituency_id from wards
      where ${query.constituency_id ?? null}::int is null or constituency_code = ${query.constituency_id ?? null} order by name limit 5000`),
  ),
  ...referenceDataRoutes,
]
