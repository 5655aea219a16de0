import { STAFF_FIGURES } from '#contract/figures-limits.ts'
import type { Tx } from '../database/connect.ts'
import type { Staff } from '../http/staff-session.ts'
import { recordAct } from '../staff/record-act.ts'
import { findLastLook } from './store.ts'

/** One act a look: whoever asks again within a quarter of an hour, as an open page does by itself, is still looking. */
export async function recordLook(tx: Tx, staff: Staff, jobId: number | undefined, now: Date): Promise<void> {
  const last = await findLastLook(tx, staff.id, jobId)
  if (last && last.getTime() > now.getTime() - STAFF_FIGURES.lookMinutes * 60_000) return
  await recordAct(tx, staff, { act: 'figures.looked_at', jobId }, now)
}
