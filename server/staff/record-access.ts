import { STAFF } from '#contract/staff/limits.ts'
import type { Db } from '../database/connect.ts'
import type { Access } from '../endpoints/access.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { isWindowOpen, countInWindow } from '../http/counters.ts'
import { recordAudit } from './record-audit.ts'

/**
 * One access record for each view. A repeat within 15 minutes, as an open page does by itself, is the same
 * view: it costs one read by primary key and no write.
 */
export async function recordAccess(
  db: Db,
  staff: Staff,
  { act, jobId, subject }: Access,
  now: Date,
): Promise<void> {
  const key = `look ${staff.id} ${staff.role} ${act} ${jobId ?? ''} ${JSON.stringify(subject)}`
  if (await isWindowOpen(db, key, now)) return
  await db.tx(async (tx) => {
    // Of two calls at the same moment, the second waits here and makes no record of its own.
    const { count } = await countInWindow(tx, key, STAFF.lookMinutes * 60, now)
    if (count === 1) await recordAudit(tx, staff, { act, jobId, detail: subject }, now)
  })
}
