import type { Act } from '../http/serve.ts'
import { findDead, findWaiting } from './letters-store.ts'
import { documentsNow, faultsMet, letterInWords, lettersNow, mayRetry } from './present.ts'
import { countSentSince, countUnsorted, findOpenJobs } from './store.ts'

const HOUR_MS = 3_600_000

/** A few numbers for the start page: nothing of any application. */
export const getNow: Act<'GET /api/staff/now/'> = async (deps) => {
  const now = deps.now()
  return {
    at: now.toISOString(),
    sent_last_hour: await countSentSince(deps.db, new Date(now.getTime() - HOUR_MS)),
    letters: await lettersNow(deps.db),
    documents: await documentsNow(deps, deps.db),
  }
}

export const getPortalFigures: Act<'GET /api/staff/figures/'> = async (deps) => {
  const { db } = deps
  const now = deps.now()
  const jobs = await findOpenJobs(db, now)
  const waiting = await findWaiting(db)
  const dead = await findDead(db)
  return {
    at: now.toISOString(),
    jobs: jobs.map((it) => ({ ...it, expiry_date: it.expiry_date?.toISOString() ?? null })),
    waiting: waiting.map((it) => ({ ...it, words: letterInWords(it.topic), oldest: it.oldest.toISOString() })),
    dead: dead.map((it) => ({
      ...it,
      words: letterInWords(it.topic),
      first: it.first.toISOString(),
      last: it.last.toISOString(),
      may_retry: mayRetry(it.topic),
    })),
    documents: await documentsNow(deps, db),
    unsorted: await countUnsorted(db),
    faults: await faultsMet(db, now),
  }
}
