import { PERIOD_NAMES, type Periods } from '#contract/retention/periods.ts'
import { RETENTION } from '#contract/retention/words.ts'
import { may } from '#contract/staff/rights.ts'
import { answer, type Handler, type Route } from '../endpoints/serve.ts'
import { countUnused, findGoing, findJobs, findUndecidedJobs } from './forecast-store.ts'
import { decideHold, proposeHold, proposeLift, takeBackHold } from './holds.ts'
import { findHolds, findLifts } from './holds-store.ts'
import { presentHold } from './present.ts'

const DAY_MS = 86_400_000
/** These counts read long indexes. They may wait, because no applicant waits for them. */
const STATEMENT_SECONDS = 20

/** The storage periods as the responses have them, in the order of their names. */
const presentPeriods = (periods: Periods) => PERIOD_NAMES.map((name) => ({ name, days: periods[name] }))

/** Answers the officers' page about data that will be deleted, and about the holds that stop deletion. */
const viewRetention: Handler<'GET /api/staff/retention/'> = async (deps, { staff }) => {
  const now = deps.now()
  const db = deps.db.patient(STATEMENT_SECONDS)
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS)
  const periods = deps.config.retention
  const going = await findGoing(db, periods, inDays(RETENTION.aheadDays))
  const undecidedJobs = await findUndecidedJobs(db, inDays(-RETENTION.undecidedAfterDays))
  const holds = await findHolds(db, now)
  const holdIds = holds.map(({ id }) => id)
  const lifts = await findLifts(db, holdIds)
  const liftOfHold = new Map(lifts.map((lift) => [lift.hold_id, lift]))
  return {
    going: going.map(({ id, reference, title, at: goesAt, ...rest }) => ({
      job: { id, reference, title },
      at: goesAt.toISOString(),
      ...rest,
    })),
    without_end: undecidedJobs.map(({ id, reference, title, count, closed_at }) => ({
      job: { id, reference, title },
      count,
      closed_at: closed_at.toISOString(),
    })),
    accounts: await countUnused(db),
    holds: holds.map((hold) => presentHold(hold, liftOfHold.get(hold.id), staff, now)),
    periods: presentPeriods(periods),
    jobs: may(staff.role, 'retention.hold') ? await findJobs(db) : [],
  }
}

export const retentionRoutes: Route[] = [
  answer('GET /api/retention/', async ({ config }) => ({ periods: presentPeriods(config.retention) })),
  answer('GET /api/staff/retention/', viewRetention),
  answer('POST /api/staff/jobs/{id}/holds/', proposeHold),
  answer('POST /api/staff/holds/{id}/decide/', decideHold),
  answer('POST /api/staff/holds/{id}/lift/', proposeLift),
  answer('POST /api/staff/holds/{id}/withdraw/', takeBackHold),
]
