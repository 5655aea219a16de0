import { REVIEW } from '#contract/limits.ts'
import { may } from '#contract/staff-rights.ts'
import { brokenForeignKey, sql, type Tx } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Act } from '../http/serve.ts'
import type { Staff } from '../http/staff-session.ts'
import { recordAct } from '../staff/record-act.ts'

/** Whether who it is, is hidden from this officer in a job, but for those whose list has taken effect; and until when it is not. */
export type Sight = { blind: boolean; liftedUntil: Date | null }

/** The one place that says who is blind: every officer, until they have lifted it for that job and may still do so. */
export async function isBlind(tx: Tx, staff: Pick<Staff, 'id' | 'role'>, jobId: number, now: Date): Promise<Sight> {
  if (!may(staff.role, 'identities.reveal')) return { blind: true, liftedUntil: null }
  const row = await tx.row<{ ends_at: Date }>(sql`
    select ends_at from blind_lifts where staff_id = ${staff.id} and job_id = ${jobId} and ends_at > ${now} order by ends_at desc limit 1`)
  return { blind: !row, liftedUntil: row?.ends_at ?? null }
}

/** Whether name, gender, age, disability and contacts of this one are hidden. */
export const isHidden = ({ blind }: Pick<Sight, 'blind'>, { is_open }: { is_open: boolean }) => blind && !is_open

export const liftBlind: Act<'POST /api/staff/jobs/{id}/lift-blind/'> = async (deps, { params, body, staff }) => {
  const now = deps.now()
  const until = new Date(now.getTime() + REVIEW.liftHours * 3_600_000)
  const reason = body.reason.trim()
  return deps.db
    .tx(async (tx) => {
      await tx.run(sql`
        insert into blind_lifts (staff_id, job_id, reason, lifted_at, ends_at) values (${staff.id}, ${params.id}, ${reason}, ${now}, ${until})`)
      await recordAct(tx, staff, { act: 'blind.lifted', jobId: params.id, reason, detail: { until: until.toISOString() } }, now)
      return { lifted_until: until.toISOString() }
    })
    .catch((error: unknown) => {
      throw brokenForeignKey(error) === 'blind_lifts_job_id_fkey' ? refuse('not_found') : error
    })
}
