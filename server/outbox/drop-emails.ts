import { sql, type Tx } from '../database/connect.ts'

/**
 * Deletes the queued and failed emails to a person, when the account goes. The first condition repeats the
 * expression of an index; the second leaves out emails about an application with the same number.
 */
export const dropEmailsTo = (tx: Tx, userId: number, email: string) =>
  tx.run(sql`
    delete from outbox
    where coalesce(payload ->> 'userId', payload ->> 'email', payload ->> 'applicationId', payload ->> 'application') = any(array[${String(userId)}::text, ${email}::text])
      and (payload ->> 'userId' = ${String(userId)}::text or payload ->> 'email' = ${email}::text)`)
