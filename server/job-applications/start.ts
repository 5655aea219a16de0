import { isExpired } from '#contract/dates.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Arrival } from './arrival.ts'
import { presentState } from './present.ts'
import { startDraft } from './store.ts'

/**
 * Starts an application or returns the existing one: a constraint allows only one insert (W9). Refuses
 * `job_not_found`, `job_closed`.
 */
export async function startOnce(deps: Deps, userId: number, jobId: number, arrival?: Arrival) {
  // Two tries are enough: a call that loses the race sees the other call's row in its second try.
  for (const _ of [1, 2]) {
    const now = deps.now()
    // An application that is started by a submit may have reached us before the deadline.
    const arrivedAt = arrival?.ticket?.receivedAt ?? arrival?.arrivedAt ?? now
    const { job, started, existing } = await startDraft(deps.db, userId, jobId, now, arrivedAt)
    if (!job) throw refuse('job_not_found')
    const row = started ?? existing
    if (row) return { row, isNew: started !== undefined }
    if (isExpired(job.expiry_date, arrivedAt)) throw refuse('job_closed')
  }
  throw refuse('conflict')
}

export const startApplication: Handler<'POST /api/job-applications/'> = async (
  deps,
  { applicant, body, visitor },
) => {
  const { row, isNew } = await startOnce(deps, applicant.userId, body.job ?? body.job_id ?? 0)
  if (isNew) visitor.setStatus(201)
  return presentState(row, isNew ? 'Your application is started' : 'Your application is here')
}
