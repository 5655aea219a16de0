import { sql, type Tx } from '../database/connect.ts'
import { PRIORITY } from '../outbox/enqueue-email.ts'

/**
 * Promises everybody on the list of new openings one letter about these jobs, in one statement however long the list is.
 * The letter's words are the newsletter's; a job posted as closed or inactive is nobody's news.
 */
export const announceJobs = (tx: Tx, jobIds: number[], now: Date) =>
  tx.run(sql`
    insert into outbox (topic, payload, priority, run_at, created_at)
    select 'newsletter.openings', jsonb_build_object('subscriberId', id, 'jobIds', ${JSON.stringify(jobIds)}::jsonb), ${PRIORITY.many}::smallint, ${now}, ${now}
    from newsletter_subscribers
    where confirmed_at is not null and stopped_at is null
      and exists (select from jobs where jobs.id = any(${jobIds}) and is_active and (expiry_date is null or expiry_date > ${now}))`)
