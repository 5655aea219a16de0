import type { Level } from '#contract/last-hour/brownout.ts'
import type { NodeLoad } from '../brownout/node-load.ts'
import type { Db } from '../database/connect.ts'
import { recordAudit } from '../staff/record-audit.ts'

/**
 * Writes an audit entry when the portal itself sets the brownout level, as when an officer does. The entry
 * has the portal's reasons: `queueMs` (the wait for a slot) and `shed` (the refused calls).
 */
export const recordLevel =
  (db: Db, now: () => Date) =>
  (from: Level, to: Level, { queueMs, shed }: NodeLoad) =>
    db.tx((tx) =>
      recordAudit(
        tx,
        'portal',
        { act: 'level.moved', detail: { level: to, before: from, queue_ms: queueMs, shed } },
        now(),
      ),
    )
