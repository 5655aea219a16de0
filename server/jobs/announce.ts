import { sql, type Tx } from '../database/connect.ts'
import { isOpenAt } from '../database/open-jobs.ts'
import { emailsInsert, PRIORITY } from '../outbox/enqueue-email.ts'

/**
 * Queues one email about these jobs to every newsletter subscriber, in one statement however many there are.
 * The text is in newsletter/emails.ts. Queues nothing when no job is both public (`is_active`) and before its
 * deadline.
 */
export const announceJobs = (tx: Tx, jobIds: number[], now: Date) =>
  tx.run(
    emailsInsert({
      topic: 'newsletter.openings',
      from: sql`
        newsletter_subscribers
        where confirmed_at is not null and stopped_at is null
          and exists (select from jobs where jobs.id = any(${jobIds}) and is_active and ${isOpenAt(now)})`,
      payload: sql`jsonb_build_object('subscriberId', id, 'jobIds', ${JSON.stringify(jobIds)}::jsonb)`,
      priority: PRIORITY.bulk,
      now,
    }),
  )
