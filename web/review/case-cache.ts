import type { Reply } from '#contract/endpoints.ts'
import { call } from '../api.ts'

export type Case = Reply<'GET /api/staff/applications/{id}/'>

/** By the id of the job, then by the id of the application. */
const cases = new Map<number, Map<number, Promise<Case>>>()

/**
 * An application of a job's table. Those opened since the officer came to the table are cached, so that going
 * back is instant. None is fetched in advance: each fetch is an access record that its applicant can read.
 */
export function fetchCase(jobId: number, id: number): Promise<Case> {
  const casesOfJob = cases.get(jobId) ?? new Map<number, Promise<Case>>()
  cases.set(jobId, casesOfJob)
  const cached = casesOfJob.get(id)
  if (cached) return cached
  const fetched = call('GET /api/staff/applications/{id}/', { params: { id } })
  casesOfJob.set(id, fetched)
  fetched.catch(() => casesOfJob.delete(id))
  return fetched
}

export const forgetCases = (jobId: number) => void cases.delete(jobId)
