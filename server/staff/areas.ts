import { sql, type Sql } from '../database/connect.ts'
import type { Staff } from '../sessions/staff-session.ts'

/** Whether an officer is limited to some counties or constituencies. */
export const isLimited = ({ counties, constituencies }: Staff['areas']): boolean =>
  counties.length + constituencies.length > 0

/**
 * SQL condition on `application_facts facts`: the application is in the areas of an officer who is limited to
 * some. The first condition adds nothing to the second, but lets PostgreSQL use an index of the county alone.
 */
export const inAreas = (areas: Staff['areas']): Sql =>
  isLimited(areas)
    ? sql`facts.county = any(array(select county_code::smallint from constituencies where code = any(${areas.constituencies}::int[])) || ${areas.counties}::smallint[])
      and (facts.county = any(${areas.counties}::smallint[]) or facts.constituency = any(${areas.constituencies}::smallint[]))`
    : sql`true`
