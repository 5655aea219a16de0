import { sql, type Tx } from '../database/connect.ts'
import { isOpenAt } from '../database/open-jobs.ts'
import type { Applicant } from '../sessions/session.ts'

/** `active`: jobs that are open now. `last_login`: the login before the present one, or null. */
type StatsRow = {
  total: number
  pending: number
  drafts: number
  unread: number
  active: number
  last_login: Date | null
}

/**
 * Reads the numbers of one person's dashboard as one row. Only submitted applications count as total or
 * pending (L3); drafts are counted separately. Only unread notifications count (L5). The view
 * `applications_seen` has the status that the applicant sees, such as `Draft` or `Withdrawn`.
 */
export const findStats = (tx: Tx, { userId, session }: Applicant, now: Date) =>
  tx.row<StatsRow>(sql`
    select count(*) filter (where is_completed) as total, count(*) filter (where status = 'Pending') as pending,
      count(*) filter (where status = 'Draft') as drafts,
      (select count(*) from notifications where user_id = ${userId} and not is_read) as unread, (select login_before from sessions where chain = ${session.sessionId}) as last_login,
      (select count(*) from jobs where is_active and ${isOpenAt(now)}) as active
    from applications_seen where user_id = ${userId}`)
