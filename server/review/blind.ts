import { may } from '#contract/staff/rights.ts'
import { sql, type Tx } from '../database/connect.ts'
import type { Staff } from '../sessions/staff-session.ts'

/**
 * Whether identities in a job are hidden from this officer, and until when they are not. Applications whose
 * list has taken effect are never hidden.
 */
export type Sight = { blind: boolean; liftedUntil: Date | null }

/**
 * Decides whether the identities in a job are hidden from an officer; nothing else decides that. They are
 * hidden from every officer, until another officer agrees to show them to this one. They are shown until the
 * end time, and only while the officer's role may see identities.
 */
export async function isBlind(
  tx: Tx,
  staff: Pick<Staff, 'id' | 'role'>,
  jobId: number,
  now: Date,
): Promise<Sight> {
  if (!may(staff.role, 'identities.reveal')) return { blind: true, liftedUntil: null }
  const row = await tx.row<{ ends_at: Date }>(sql`
    select ends_at from blind_lifts where staff_id = ${staff.id} and job_id = ${jobId} and ends_at > ${now} order by ends_at desc limit 1`)
  return { blind: !row, liftedUntil: row?.ends_at ?? null }
}

/**
 * Whether name, gender, age, disability and contacts of this application are hidden. `is_open`: a list with
 * it has taken effect.
 */
export const isHidden = ({ blind }: Pick<Sight, 'blind'>, { is_open }: { is_open: boolean }) =>
  blind && !is_open
