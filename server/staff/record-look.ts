import { STAFF } from '#contract/staff-limits.ts'
import type { Db } from '../database/connect.ts'
import type { Seen } from '../http/look.ts'
import type { Staff } from '../http/staff-session.ts'
import { isTallied, tally } from '../http/tally.ts'
import { recordAct } from './record-act.ts'

/**
 * One act a look: whoever asks for the same again within a quarter of an hour, as an open page does by itself, is still looking. While
 * they are, it costs one read of a primary key and writes nothing.
 */
export async function recordLook(db: Db, staff: Staff, { act, jobId, subject }: Seen, now: Date): Promise<void> {
  const key = `look ${staff.id} ${staff.role} ${act} ${jobId ?? ''} ${JSON.stringify(subject)}`
  if (await isTallied(db, key, now)) return
  await db.tx(async (tx) => {
    // Two calls at the same moment: the second waits here for the first, and is no look of its own.
    const { count } = await tally(tx, key, STAFF.lookMinutes * 60, now)
    if (count === 1) await recordAct(tx, staff, { act, jobId, detail: subject }, now)
  })
}
