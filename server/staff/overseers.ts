import type { StaffRole } from '#contract/staff/rights.ts'
import { sql, type Tx } from '../database/connect.ts'
import { enqueueEmail, type QueuedEmail } from '../outbox/enqueue-email.ts'

/** Promises a letter to each officer of these roles who works here, but for one: `to` in its payload is the officer. */
export async function enqueueToRoles(tx: Tx, roles: readonly StaffRole[], promised: QueuedEmail, but?: number): Promise<void> {
  const readers = await tx.rows<{ id: number }>(sql`
    select id from staff where role = any(${roles}::text[]) and disabled_at is null and id is distinct from ${but ?? null}::bigint order by id limit 500`)
  for (const { id } of readers) await enqueueEmail(tx, { ...promised, payload: { ...promised.payload, to: id } })
}

/** Promises a letter to each administrator and auditor: to those who watch over the others. */
export const enqueueToOverseers = (tx: Tx, promised: QueuedEmail) => enqueueToRoles(tx, ['administrator', 'auditor'], promised)

/** Where a letter to an officer goes; undefined once they work here no more. */
export const findOfficer = (tx: Tx, id: number) =>
  tx.row<{ email: string; name: string }>(sql`select email, name from staff where id = ${id} and disabled_at is null`)
