import type { StaffRole } from '#contract/staff/rights.ts'
import { sql, type Tx } from '../database/connect.ts'
import { enqueueEmail, type QueuedEmail } from '../outbox/enqueue-email.ts'

/**
 * Queues an email to every active officer of these roles, except the officer `exceptId`. In its payload, `to`
 * is the id of the officer who gets it.
 */
export async function enqueueToRoles(
  tx: Tx,
  roles: readonly StaffRole[],
  email: QueuedEmail,
  exceptId?: number,
): Promise<void> {
  const readers = await tx.rows<{ id: number }>(sql`
    select id from staff where role = any(${roles}::text[]) and disabled_at is null and id is distinct from ${exceptId ?? null}::bigint order by id limit 500`)
  for (const { id } of readers) await enqueueEmail(tx, { ...email, payload: { ...email.payload, to: id } })
}

/** The roles that supervise the others. */
const OVERSEERS: readonly StaffRole[] = ['administrator', 'auditor']

export const isOverseer = (role: StaffRole) => OVERSEERS.includes(role)

/** Queues an email to each administrator and auditor, except the officer `exceptId`. */
export const enqueueToOverseers = (tx: Tx, email: QueuedEmail, exceptId?: number) =>
  enqueueToRoles(tx, OVERSEERS, email, exceptId)

/** The email address and name of an officer; undefined when the officer has no access any more. */
export const findOfficer = (tx: Tx, id: number) =>
  tx.row<{ email: string; name: string }>(
    sql`select email, name from staff where id = ${id} and disabled_at is null`,
  )
