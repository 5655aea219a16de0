import type { Reply } from '#contract/endpoints.ts'
import { REPORTS } from '#contract/reports/limits.ts'
import type { Db } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { reportStart, timeSeries } from './course.ts'
import { cached } from './cached.ts'
import { validationStatistics, emailsNow } from './present.ts'
import {
  findStarted,
  findConstituencies,
  findCounties,
  findJob,
  findSent,
  findSums,
  findUnfinished,
  type StepRow,
} from './store.ts'
import { byCounty, byPerson } from './sums.ts'

type JobReports = Reply<'GET /api/staff/jobs/{id}/reports/'>
type Caches = {
  reports: ReturnType<typeof cached<JobReports>>
  steps: ReturnType<typeof cached<StepRow[]>>
}

const STEPS_TIMEOUT_SECONDS = 10

// Each database has its own caches, because one process may run several portals.
const cachesByDb = new WeakMap<Db, Caches>()
const cachesOf = (db: Db): Caches => {
  const caches = cachesByDb.get(db) ?? {
    reports: cached<JobReports>(REPORTS.cachedMs),
    steps: cached<StepRow[]>(REPORTS.slowQueryCachedMs),
  }
  cachesByDb.set(db, caches)
  return caches
}

async function computeReports({ db, now: clock }: Deps, id: number): Promise<JobReports> {
  const now = clock()
  const job = await findJob(db, id)
  if (!job) throw refuse('not_found')
  // The queries run one after the other, to leave the other database connections to applicants.
  const sums = await findSums(db, id)
  const sent = await findSent(db, id, reportStart(now))
  const started = await findStarted(db, id, reportStart(now))
  // This result is cached for longer: the query reads every draft, because no index covers a form's contents.
  const steps = await cachesOf(db).steps(String(id), () =>
    findUnfinished(db.patient(STEPS_TIMEOUT_SECONDS), id),
  )
  const counties = byCounty(sums, {
    counties: await findCounties(db),
    constituencies: await findConstituencies(db),
  })
  return {
    at: now.toISOString(),
    job: { ...job, expiry_date: job.expiry_date?.toISOString() ?? null },
    // The sum of all counties has every application, because each application has a county.
    sent: counties.reduce((total, { received }) => total + received, 0),
    ...timeSeries(sent, started, now),
    counties,
    ...byPerson(sums),
    unfinished: { count: steps.reduce((total, { count }) => total + count, 0), steps },
    // The reply has older names for emails and for field errors.
    letters: await emailsNow(db, id),
    faults: await validationStatistics(db, now, id),
  }
}

/** Returns the reports of a job, at most some seconds old: all officers share them. Refuses `not_found`. */
export const getJobReports: Handler<'GET /api/staff/jobs/{id}/reports/'> = (deps, { params }) =>
  cachesOf(deps.db).reports(String(params.id), () => computeReports(deps, params.id))
