import { sql, type Tx } from '../database/connect.ts'
import { PRIORITY } from '../outbox/enqueue-email.ts'

/**
 * Queues one email about these jobs to every newsletter subscriber, in one statement however many there are.
 * The newsletter owns the email's text. Queues nothing when none of the jobs is active and open.
 */
export const announceJobs = (tx: Tx, jobIds: number[], now: Date) =>
  tx.run(sql`
    insert into outbox (topic, payload, priority, run_at, created_at)
    select 'newsletter.openings', jsonb_build_object('subscriberId', id, 'jobIds', ${JSON.stringify(jobIds)}::jsonb), ${PRIORITY.many}::smallint, ${now}, ${now}
    from newsletter_subscribers
    where confirmed_at is not null and stopped_at is null
      and exists (select from jobs where jobs.id = any(${jobIds}) and is_active and (expiry_date is null or expiry_date > ${now}))`)
