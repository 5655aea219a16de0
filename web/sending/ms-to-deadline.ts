import { call } from '../api.ts'
import { serverNow } from '../session/session.ts'

/**
 * Milliseconds until a job's deadline; infinite without one. The server is asked, because the deadline may
 * have moved. If it does not answer, the deadline in `job` counts.
 */
export async function msToDeadline(job: { id: number; expiry_date: string | null }): Promise<number> {
  const { expiry_date } = await call('GET /api/jobs/{id}/', { params: { id: job.id } }).catch(() => job)
  return expiry_date === null ? Infinity : Date.parse(expiry_date) - serverNow()
}
