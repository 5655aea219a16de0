import { isExpired } from '#contract/dates.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { Act } from '../http/serve.ts'
import { presentMark } from './present.ts'
import { beginDraft } from './store.ts'

/** W9: the constraint decides who begins; everybody else is given the row that is there. Refuses `job_not_found`, `job_closed`. */
export async function begin(deps: Deps, userId: number, jobId: number) {
  // Twice at the most: whoever lost a race sees the other's row the second time.
  for (const _ of [1, 2]) {
    const now = deps.now()
    const { job, begun, mine } = await beginDraft(deps.db, userId, jobId, now)
    if (!job) throw refuse('job_not_found')
    const row = begun ?? mine
    if (row) return { row, isNew: begun !== undefined }
    if (isExpired(job.expiry_date, now)) throw refuse('job_closed')
  }
  throw refuse('conflict')
}

export const startApplication: Act<'POST /api/job-applications/'> = async (deps, { applicant, body, visitor }) => {
  const { row, isNew } = await begin(deps, applicant.userId, body.job ?? body.job_id ?? 0)
  if (isNew) visitor.setStatus(201)
  return presentMark(row, isNew ? 'Your application is started' : 'Your application is here')
}
