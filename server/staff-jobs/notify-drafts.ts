import { deadlineInstant } from '#contract/civil-dates.ts'
import type { JobChange } from '#contract/staff-jobs/staff-job.ts'
import type { Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { worker, type Worker } from '../worker.ts'
import { BATCH_SIZE, type News, notifyOwners, saveProgress, takeUnfinished } from './notify-drafts-store.ts'

const EVERY_MS = 500
const STATEMENT_TIMEOUT_SECONDS = 30

type ChangedJob = {
  job_id: number
  title: string
  title_sw: string | null
  kind: JobChange
  /** The new deadline of a job that was extended or reopened. The news of other changes does not use it. */
  deadline: Date | undefined
  reason: string
  down_minutes: number | null
  measured_hours: number | null
}

/**
 * The news for owners of a draft or correction about a change of the job; undefined when the change does not
 * affect them.
 */
function newsOf(changedJob: ChangedJob): News | undefined {
  const { job_id: id, title, title_sw, kind, deadline } = changedJob
  const titles = { job: title, ...(title_sw === null ? {} : { job_sw: title_sw }) }
  if (kind === 'extend' || kind === 'reopen') {
    const { reason, down_minutes, measured_hours } = changedJob
    const values = {
      ...titles,
      deadline: deadline?.toISOString() ?? null,
      reason,
      down_minutes,
      measured_hours,
    }
    return { news: 'open', notification: { kind: 'deadline_moved', values }, url: `/apply?job=${id}` }
  }
  if (kind === 'end_early') {
    return {
      news: 'closed',
      notification: { kind: 'closed_early', values: titles },
      url: `/jobs/${id}`,
    }
  }
  if (kind === 'archive')
    return {
      news: 'withdrawn',
      notification: { kind: 'job_withdrawn', values: titles },
      url: '/jobs',
    }
  return undefined
}

/**
 * Notifies one batch of the owners of drafts and corrections, in the caller's transaction. It starts with the
 * first id above `after`; ids start at 1. The worker notifies further batches. Returns whether more are left.
 */
export async function notifyDrafts(
  tx: Tx,
  changeId: number,
  job: ChangedJob,
  now: Date,
  after = 0,
): Promise<boolean> {
  const news = newsOf(job)
  // Changes without news, such as an edit, do not stop the notifications of an earlier change.
  if (!news) return false
  const batch = await notifyOwners(tx, job.job_id, after, news, now)
  const hasMore = batch !== undefined && batch.notified === BATCH_SIZE
  await saveProgress(tx, job.job_id, changeId, hasMore ? batch.last : null)
  return hasMore
}

/** Notifies the next batch of people about the oldest change. Returns false when no one is left to notify. */
export const notifyNextBatch = (deps: Pick<Deps, 'db' | 'now'>): Promise<boolean> =>
  deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const change = await takeUnfinished(tx)
    if (!change) return false
    await notifyDrafts(
      tx,
      change.id,
      { ...change, deadline: deadlineInstant(change.content.expiry_date.trim()) },
      deps.now(),
      change.notify_after,
    )
    return true
  })

/**
 * Notifies a batch of people twice a second while the process runs. A failed batch is rolled back, and the
 * next pass repeats it.
 */
export const startNotifyingDrafts = (deps: Pick<Deps, 'db' | 'now' | 'log'>): Worker =>
  worker(deps.log, {
    failureEvent: 'drafts.not_notified',
    everyMs: EVERY_MS,
    async pass() {
      await notifyNextBatch(deps)
    },
  })
