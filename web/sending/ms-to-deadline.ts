import { call } from '../api.ts'
import { serverNow } from '../session/session.ts'

/**
 * Milliseconds until the deadline, asked again because it may have moved. Without an answer, the deadline
 * that `job` had when it was read counts.
 */
export async function msToDeadline(job: { id: number; expiry_date: string | null }): Promise<number> {
  const { expiry_date } = await call('GET /api/jobs/{id}/', { params: { id: job.id } }).catch(() => job)
  return expiry_date === null ? Infinity : Date.parse(expiry_date) - serverNow()
}
