import { sql, type Tx } from '../database/connect.ts'

/**
 * Deletes the queued and failed emails to a person whose account is deleted. The first condition repeats the
 * expression of an index. The second leaves out emails about an application whose id equals the person's id.
 */
export const dropEmailsTo = (tx: Tx, userId: number, email: string) =>
  tx.run(sql`
    delete from outbox
    where coalesce(payload ->> 'userId', payload ->> 'email', payload ->> 'applicationId', payload ->> 'application') = any(array[${String(userId)}::text, ${email}::text])
      and (payload ->> 'userId' = ${String(userId)}::text or payload ->> 'email' = ${email}::text)`)
