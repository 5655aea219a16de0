import { sql, type Sql } from './connect.ts'

// SQL over `jobs` for whether a job is open at a moment: the rule of `isExpired` (contract/dates.ts). A job
// is still open at the very instant of its deadline, and always when it has none (J1).

export const isOpenAt = (moment: Date | Sql): Sql => sql`(expiry_date is null or expiry_date >= ${moment})`

export const isClosedAt = (moment: Date | Sql): Sql => sql`expiry_date < ${moment}`

// The same on the column `closes`, the deadline or infinity. The index `jobs_listed` has only this column.

export const isListedOpenAt = (moment: Date): Sql => sql`closes >= ${moment}`

export const isListedClosedAt = (moment: Date): Sql => sql`closes < ${moment}`
