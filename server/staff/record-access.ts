import { STAFF } from '#contract/staff/limits.ts'
import type { Db } from '../database/connect.ts'
import type { Access } from '../endpoints/access.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { isWindowOpen, countInWindow } from '../http/counters.ts'
import { recordAudit } from './record-audit.ts'

/**
 * Writes one access record for each view. An open page loads its data again by itself, so a repeat within 15
 * minutes is the same view. Such a repeat costs one read by primary key and no write.
 */
export async function recordAccess(
  db: Db,
  staff: Staff,
  { act, jobId, subject }: Access,
  now: Date,
): Promise<void> {
  const windowKey = `look ${staff.id} ${staff.role} ${act} ${jobId ?? ''} ${JSON.stringify(subject)}`
  // The window of a first view is open for 15 minutes.
  if (await isWindowOpen(db, windowKey, now)) return
  await db.tx(async (tx) => {
    // Of two calls at the same moment, the second waits here and makes no record of its own.
    const { count } = await countInWindow(tx, windowKey, STAFF.sameReadMinutes * 60, now)
    if (count === 1) await recordAudit(tx, staff, { act, jobId, detail: subject }, now)
  })
}
