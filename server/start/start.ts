import { START, type StartPage, type WaitingItem } from '#contract/start/endpoints.ts'
import { may } from '#contract/staff/rights.ts'
import { openAlarms } from '../audit-log/alarms.ts'
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
import { findOwn, findToDecide, type WaitingRow } from './waiting-store.ts'

const iso = (moment: Date | null) => moment?.toISOString() ?? null

const presentItem = ({ job_id, job_title, at: waitingSince, until, ...rest }: WaitingRow): WaitingItem => ({
  ...rest,
  job: job_id === null ? null : { id: job_id, title: job_title ?? '' },
  at: waitingSince.toISOString(),
  until: iso(until),
})
const presentItems = (rows: WaitingRow[]) => ({
  items: rows.slice(0, START.waiting).map(presentItem),
  more: rows.length > START.waiting,
})

const presentJob = ({ mine: _, expiry_date, unread, ...rest }: JobRow, reads: boolean) => ({
  ...rest,
  expiry_date: iso(expiry_date),
  unread: reads ? unread : null,
})

async function presentShares(tx: Tx, staff: Staff): Promise<StartPage['shares']> {
  const shares: StartPage['shares'] = []
  for (const { job_id, reference, title, shared_by, name, shared_at, kind, counties } of await findOwnShares(
    tx,
    staff.id,
  ))
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
 * The first page of an officer's day. An index and a limit bound each query; sums come from `area_counts`,
 * which has the areas.
 */
export const getStart: Handler<'GET /api/staff/start/'> = (deps, { staff }) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const reads = may(staff.role, 'applications.read')
    const found = await findJobs(tx, staff, now)
    const own = found.filter(({ mine }) => mine)
    const jobs = own.length > 0 ? own : found
    const counties = reads
      ? await findUnreadCounties(
          tx,
          staff.areas,
          jobs.map(({ id }) => id),
        )
      : null
    const failed = may(staff.role, 'figures.read') ? await countFailedEmails(tx) : undefined
    const toDecide = await findToDecide(tx, staff, now)
    const alarms = may(staff.role, 'log.read') ? await openAlarms(tx) : undefined
    return {
      jobs: { mine: own.length > 0, items: jobs.map((job) => presentJob(job, reads)) },
      to_decide: toDecide ? presentItems(toDecide) : null,
      own: presentItems((await findOwn(tx, staff, now)) ?? []),
      shares: may(staff.role, 'applications.review') ? await presentShares(tx, staff) : [],
      counties:
        counties?.map(({ job_id, job_title, ...rest }) => ({
          ...rest,
          job: { id: job_id, title: job_title },
        })) ?? null,
      alarms: alarms ? { items: alarms.slice(0, START.alarms), count: alarms.length } : null,
      failed_emails: failed ? { count: failed.count, last: iso(failed.last) } : null,
    }
  })
