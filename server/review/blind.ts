import { may } from '#contract/staff/rights.ts'
import { sql, type Tx } from '../database/connect.ts'
import type { Staff } from '../sessions/staff-session.ts'

/**
 * What an officer may see of applicants' identities in a job. `blind`: they are hidden from the officer.
 * `liftedUntil`: until when the officer sees them; null while they are hidden. An application whose decision
 * list has taken effect is never hidden.
 */
export type Sight = { blind: boolean; liftedUntil: Date | null }

/**
 * Only this function decides whether identities in a job are hidden from an officer. They are, until another
 * officer agrees to show them to this one. Then they are shown until an end time, while the officer's role
 * may see identities.
 */
export async function findSight(
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
 * Whether this applicant's name, gender, age, disability and contacts are hidden. `is_open`: a decision list
 * with the application has taken effect.
 */
export const isHidden = ({ blind }: Pick<Sight, 'blind'>, { is_open }: { is_open: boolean }) =>
  blind && !is_open
