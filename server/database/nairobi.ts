import { sql, type Sql } from './connect.ts'

/** SQL for the civil time in Nairobi of an instant. Its date is the civil date, like `nairobiDate`. */
export const nairobiTimeOf = (instant: Sql): Sql => sql`(${instant} at time zone 'Africa/Nairobi')`
