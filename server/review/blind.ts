import { may } from '#contract/staff/rights.ts'
import { sql, type Tx } from '../database/connect.ts'
import type { Staff } from '../http/staff-session.ts'

/** Whether who it is, is hidden from this officer in a job, but for those whose list has taken effect; and until when it is not. */
export type Sight = { blind: boolean; liftedUntil: Date | null }

/** The one place that says who is blind: every officer, until another officer has agreed to lift it for that job, and while they may still have it lifted. */
export async function isBlind(tx: Tx, staff: Pick<Staff, 'id' | 'role'>, jobId: number, now: Date): Promise<Sight> {
  if (!may(staff.role, 'identities.reveal')) return { blind: true, liftedUntil: null }
  const row = await tx.row<{ ends_at: Date }>(sql`
    select ends_at from blind_lifts where staff_id = ${staff.id} and job_id = ${jobId} and ends_at > ${now} order by ends_at desc limit 1`)
  return { blind: !row, liftedUntil: row?.ends_at ?? null }
}

/** Whether name, gender, age, disability and contacts of this one are hidden. */
export const isHidden = ({ blind }: Pick<Sight, 'blind'>, { is_open }: { is_open: boolean }) => blind && !is_open
