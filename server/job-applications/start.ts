import { isExpired } from '#contract/dates.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Arrival } from './arrival.ts'
import { presentState } from './present.ts'
import { startDraft } from './store.ts'

/** A default for the type checker only: the contract requires `job` or `job_id`. */
export const NO_JOB = 0
/**
 * Two calls may start the same application at once. The second call inserts nothing. In its second attempt it
 * finds the row that the first call inserted.
 */
const MAX_ATTEMPTS = 2

/**
 * Starts a person's application for a job, or returns the existing one: a constraint allows only one (W9).
 * Refuses `job_not_found`, `job_closed`.
 */
export async function startOnce(deps: Deps, userId: number, jobId: number, arrival?: Arrival) {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const now = deps.now()
    // A submit may be handled after the deadline although it reached us before it. So the time of its arrival
    // counts.
    const arrivedAt = arrival?.ticket?.receivedAt ?? arrival?.arrivedAt ?? now
    const { job, started, existing } = await startDraft(deps.db, userId, jobId, now, arrivedAt)
    if (!job) throw refuse('job_not_found')
    const row = started ?? existing
    if (row) return { row, isNew: started !== undefined }
    // No application was started or found: the job is closed, or another call has just started one.
    if (isExpired(job.expiry_date, arrivedAt)) throw refuse('job_closed')
  }
  throw refuse('conflict')
}

export const startApplication: Handler<'POST /api/job-applications/'> = async (
  deps,
  { applicant, body, visitor },
) => {
  const { row, isNew } = await startOnce(deps, applicant.userId, body.job ?? body.job_id ?? NO_JOB)
  if (isNew) visitor.setStatus(201)
  return presentState(row, isNew ? 'Your application is started' : 'Your application is here')
}
