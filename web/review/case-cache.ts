import type { Reply } from '#contract/endpoints.ts'
import { call } from '../api.ts'

export type Case = Reply<'GET /api/staff/applications/{id}/'>

/** The cached applications: by the id of the job, then by the id of the application. */
const cases = new Map<number, Map<number, Promise<Case>>>()

/**
 * Fetches an application of a job's table, or takes it from the cache. It caches all that were opened since
 * the officer came to the table, so that going back is instant. None is fetched in advance, because each
 * fetch is an access record that its applicant can read.
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
