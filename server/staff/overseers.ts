import { sql, type Tx } from '../database/connect.ts'
import { promise, type Promised } from '../outbox/promise.ts'

/** Promises a letter to each administrator and auditor who works here: `to` in its payload is the officer. */
export async function promiseToOverseers(tx: Tx, promised: Promised): Promise<void> {
  const overseers = await tx.rows<{ id: number }>(sql`
    select id from staff where role in ('administrator', 'auditor') and disabled_at is null order by id limit 500`)
  for (const { id } of overseers) await promise(tx, { ...promised, payload: { ...promised.payload, to: id } })
}

/** Where a letter to an officer goes; undefined once they work here no more. */
export const findOfficer = (tx: Tx, id: number) =>
  tx.row<{ email: string; name: string }>(sql`select email, name from staff where id = ${id} and disabled_at is null`)
