import { sql, type Tx } from '../database/connect.ts'

/** Submissions by the minute. */
export const findSubmissions = (tx: Tx, since: Date) =>
  tx.rows<{ at: Date; count: number }>(sql`
    select date_bin('1 minute', submitted_at, '2000-01-01Z') as at, count(*)::int as count from submissions where submitted_at >= ${since} group by 1`)
