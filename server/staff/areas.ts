import { sql, type Sql } from '../database/connect.ts'
import type { Staff } from '../http/staff-session.ts'

/** Whether an officer is limited to some counties or constituencies. */
export const isLimited = ({ counties, constituencies }: Staff['areas']): boolean => counties.length + constituencies.length > 0

/**
 * Of `application_facts it`: who is limited to some counties or constituencies finds nothing outside them. The counties of all come
 * first: an index knows them.
 */
export const inAreas = (areas: Staff['areas']): Sql =>
  isLimited(areas)
    ? sql`it.county = any(array(select county_code::smallint from constituencies where code = any(${areas.constituencies}::int[])) || ${areas.counties}::smallint[])
      and (it.county = any(${areas.counties}::smallint[]) or it.constituency = any(${areas.constituencies}::smallint[]))`
    : sql`true`
