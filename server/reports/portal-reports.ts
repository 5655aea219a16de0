import type { Handler } from '../endpoints/serve.ts'
import { findDead, findWaiting } from './emails-store.ts'
import { documentsNow, validationStatistics, emailInWords, emailsNow, mayRetry } from './present.ts'
import { countSentSince, countWithoutFacts, findMachines, findOpenJobs } from './store.ts'

const HOUR_MS = 3_600_000

/** A few numbers for the officers' start page. They contain no data of applications. */
export const getNow: Handler<'GET /api/staff/now/'> = async (deps) => {
  const now = deps.now()
  return {
    at: now.toISOString(),
    sent_last_hour: await countSentSince(deps.db, new Date(now.getTime() - HOUR_MS)),
    // The reply has an older name for emails.
    letters: await emailsNow(deps.db),
    documents: await documentsNow(deps, deps.db),
  }
}

/** The data of the officers' page with reports about the whole portal. */
export const getPortalReports: Handler<'GET /api/staff/reports/'> = async (deps) => {
  const { db } = deps
  const now = deps.now()
  const jobs = await findOpenJobs(db, now)
  const waiting = await findWaiting(db)
  const dead = await findDead(db)
  return {
    at: now.toISOString(),
    sent_last_hour: await countSentSince(db, new Date(now.getTime() - HOUR_MS)),
    jobs: jobs.map((row) => ({ ...row, expiry_date: row.expiry_date?.toISOString() ?? null })),
    waiting: waiting.map((row) => ({
      ...row,
      words: emailInWords(row.topic),
      oldest: row.oldest.toISOString(),
    })),
    dead: dead.map((row) => ({
      ...row,
      words: emailInWords(row.topic),
      first: row.first.toISOString(),
      last: row.last.toISOString(),
      may_retry: mayRetry(row.topic),
    })),
    documents: await documentsNow(deps, db),
    unsorted: await countWithoutFacts(db),
    faults: await validationStatistics(db, now),
    machines: (await findMachines(db)).map((row) => ({ ...row, seen_at: row.seen_at.toISOString() })),
  }
}
