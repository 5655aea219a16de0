import type { Level } from '#contract/last-hour/brownout.ts'
import type { NodeLoad } from '../brownout/node-load.ts'
import type { Db } from '../database/connect.ts'
import { recordAudit } from '../staff/record-audit.ts'

/**
 * Writes a level that the portal sets by itself to the audit log, like one that an officer sets. `queueMs`
 * (the wait for a slot) and `shed` (refused calls) are its reasons.
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
