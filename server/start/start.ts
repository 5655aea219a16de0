import type { StartPage, WaitingItem } from '#contract/start/endpoints.ts'
import { may } from '#contract/staff/rights.ts'
import { findOpenAlarms } from '../audit-log/alarms.ts'
import type { Tx } from '../database/connect.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Staff } from '../sessions/staff-session.ts'
import {
  countFailedEmails,
  countShareUnread,
  findJobs,
  findOwnShares,
  findUnreadCounties,
  type JobRow,
} from './jobs-store.ts'
import { findStarted, findToDecide, type WaitingRow } from './waiting-store.ts'
import { START } from './limits.ts'

const iso = (moment: Date | null) => moment?.toISOString() ?? null

const presentItem = ({ job_id, job_title, at: waitingSince, until, ...item }: WaitingRow): WaitingItem => ({
  ...item,
  job: job_id === null ? null : { id: job_id, title: job_title ?? '' },
  at: waitingSince.toISOString(),
  until: iso(until),
})
/** The store reads one row more than the page shows: `more` says that it exists. */
const presentItems = (rows: WaitingRow[]) => ({
  items: rows.slice(0, START.waiting).map(presentItem),
  more: rows.length > START.waiting,
})

const presentJob = ({ mine: _, expiry_date, unread, ...job }: JobRow, mayRead: boolean) => ({
  ...job,
  expiry_date: iso(expiry_date),
  unread: mayRead ? unread : null,
})

async function presentShares(tx: Tx, staff: Staff): Promise<StartPage['shares']> {
  const shares: StartPage['shares'] = []
  const rows = await findOwnShares(tx, staff.id)
  for (const { job_id, reference, title, shared_by, name, shared_at, kind, counties } of rows)
    shares.push({
      job: { id: job_id, reference, title },
      by: { id: shared_by, name },
      at: shared_at.toISOString(),
      kind,
      counties,
      ...(await countShareUnread(tx, staff, job_id)),
    })
  return shares
}

/**
 * The first page that an officer sees. A part that the officer's role may not see is null, or an empty list
 * of shares.
 */
export const getStart: Handler<'GET /api/staff/start/'> = (deps, { staff }) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const mayRead = may(staff.role, 'applications.read')
    const allJobs = await findJobs(tx, staff, now)
    const ownJobs = allJobs.filter(({ mine }) => mine)
    // An officer who has no jobs of their own sees all jobs.
    const jobs = ownJobs.length > 0 ? ownJobs : allJobs
    const jobIds = jobs.map(({ id }) => id)
    const counties = mayRead ? await findUnreadCounties(tx, staff.areas, jobIds) : null
    const failed = may(staff.role, 'reports.read') ? await countFailedEmails(tx) : undefined
    const toDecide = await findToDecide(tx, staff, now)
    const alarms = may(staff.role, 'log.read') ? await findOpenAlarms(tx) : undefined
    return {
      jobs: { mine: ownJobs.length > 0, items: jobs.map((job) => presentJob(job, mayRead)) },
      to_decide: toDecide ? presentItems(toDecide) : null,
      // Undefined for a role that can start nothing: its list is empty.
      own: presentItems((await findStarted(tx, staff, now)) ?? []),
      shares: may(staff.role, 'applications.review') ? await presentShares(tx, staff) : [],
      counties:
        counties?.map(({ job_id, job_title, ...county }) => ({
          ...county,
          job: { id: job_id, title: job_title },
        })) ?? null,
      alarms: alarms ? { items: alarms.slice(0, START.alarms), count: alarms.length } : null,
      failed_emails: failed ? { count: failed.count, last: iso(failed.last) } : null,
    }
  })
