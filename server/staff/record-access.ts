import { STAFF } from '#contract/staff/limits.ts'
import type { Db } from '../database/connect.ts'
import type { Access } from '../endpoints/access.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { isWindowOpen, countInWindow } from '../counters.ts'
import { recordAudit } from './record-audit.ts'

/**
 * Writes an access record when an officer views something. An open page loads its data again by itself, so
 * repeats within 15 minutes are the same view. A repeat costs one read by primary key and no write.
 */
export async function recordAccess(
  db: Db,
  staff: Staff,
  { act: action, jobId, subject }: Access,
  now: Date,
): Promise<void> {
  const windowKey = `look ${staff.id} ${staff.role} ${action} ${jobId ?? ''} ${JSON.stringify(subject)}`
  // A first view starts a window of 15 minutes, in which repeats write nothing.
  if (await isWindowOpen(db, windowKey, now)) return
  await db.tx(async (tx) => {
    // When two calls come at the same moment, the second waits here and writes no record.
    const { count } = await countInWindow(tx, windowKey, STAFF.sameReadMinutes * 60, now)
    if (count === 1) await recordAudit(tx, staff, { act: action, jobId, detail: subject }, now)
  })
}
