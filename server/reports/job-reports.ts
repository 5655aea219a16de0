import type { Reply } from '#contract/endpoints.ts'
import { REPORTS } from '#contract/reports/limits.ts'
import type { Db } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { course, courseBegins } from './course.ts'
import { cached } from './cached.ts'
import { validationStatistics, emailsNow } from './present.ts'
import {
  findBegun,
  findConstituencies,
  findCounties,
  findJob,
  findSent,
  findSums,
  findUnfinished,
  type StepRow,
} from './store.ts'
import { byCounty, byPerson } from './sums.ts'

type Figures = Reply<'GET /api/staff/jobs/{id}/reports/'>
type Kept = { figures: ReturnType<typeof cached<Figures>>; steps: ReturnType<typeof cached<StepRow[]>> }

// By database, because a process may hold more than one portal.
const everything = new WeakMap<Db, Kept>()
const keptOf = (db: Db): Kept => {
  const known = everything.get(db) ?? {
    figures: cached<Figures>(REPORTS.keptMs),
    steps: cached<StepRow[]>(REPORTS.keptLongMs),
  }
  everything.set(db, known)
  return known
}

async function makeFigures({ db, now: clock }: Deps, id: number): Promise<Figures> {
  const now = clock()
  const job = await findJob(db, id)
  if (!job) throw refuse('not_found')
  // One query after the other: the other connections are for applicants.
  const sums = await findSums(db, id)
  const sent = await findSent(db, id, courseBegins(now))
  const begun = await findBegun(db, id, courseBegins(now))
  // This query reads every draft, because no index covers the contents of a form.
  const steps = await keptOf(db).steps(String(id), () => findUnfinished(db.patient(10), id))
  const counties = byCounty(sums, {
    counties: await findCounties(db),
    constituencies: await findConstituencies(db),
  })
  return {
    at: now.toISOString(),
    job: { ...job, expiry_date: job.expiry_date?.toISOString() ?? null },
    sent: counties.reduce((all, { received }) => all + received, 0),
    ...course(sent, begun, now),
    counties,
    ...byPerson(sums),
    unfinished: { count: steps.reduce((all, { count }) => all + count, 0), steps },
    letters: await emailsNow(db, id),
    faults: await validationStatistics(db, now, id),
  }
}

/** The reports of a job, at most some seconds old. Refuses `not_found`. */
export const getJobReports: Handler<'GET /api/staff/jobs/{id}/reports/'> = (deps, { params }) =>
  keptOf(deps.db).figures(String(params.id), () => makeFigures(deps, params.id))
