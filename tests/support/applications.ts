import { sql } from '../../server/database/connect.ts'
import type { Portal } from './portal.ts'

let sent = 0

/**
 * Inserts a submitted application, or a draft if there is no `status`. It does not use the form, for tests of
 * pages that show applications.
 */
export async function applicationOf(
  { db, clock }: Pick<Portal, 'db' | 'clock'>,
  userId: number,
  jobId: number,
  { status, at: submittedAt = clock.now() }: { status?: string; at?: Date } = {},
): Promise<number> {
  const reference = status ? `T${++sent}-${userId}-${jobId}` : null
  const row = await db.row<{ id: number }>(sql`
    insert into job_applications (user_id, job_id, is_completed, reference_number, status, submitted_at, created_at, updated_at)
    values (${userId}, ${jobId}, ${Boolean(status)}, ${reference}, ${status ?? 'Pending'}, ${status ? submittedAt : null}, ${submittedAt}, ${submittedAt})
    returning id`)
  return Number(row?.id)
}
