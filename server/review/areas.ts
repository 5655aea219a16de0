import { sql, type Sql } from '../database/connect.ts'
import type { Staff } from '../http/staff-session.ts'

/** Only what this officer may open, of `application_facts it`: a reviewer may be limited to counties and constituencies (T32). */
export const within = ({ areas: { counties, constituencies } }: Pick<Staff, 'areas'>): Sql =>
  counties.length + constituencies.length === 0
    ? sql`true`
    : sql`(it.county = any(${counties}::smallint[]) or it.constituency = any(${constituencies}::smallint[]))`
