import { sql, type Tx } from '../database/connect.ts'

/** The emails to a person that have not left, also those that no mail server accepted. */
export const dropEmailsTo = (tx: Tx, userId: number, email: string) =>
  tx.run(sql`
    delete from outbox
    where coalesce(payload ->> 'userId', payload ->> 'email', payload ->> 'applicationId', payload ->> 'application') = any(array[${String(userId)}::text, ${email}::text])
      and (payload ->> 'userId' = ${String(userId)}::text or payload ->> 'email' = ${email}::text)`)
