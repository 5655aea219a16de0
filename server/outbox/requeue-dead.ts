import { sql, type Tx } from '../database/connect.ts'

/**
 * An officer asks to send failed emails again: queues those of a topic with this error, the oldest first, at
 * most `limit`. Returns how many.
 */
export const requeueDead = (
  tx: Tx,
  { topic, error, limit, now }: { topic: string; error: string; limit: number; now: Date },
) =>
  tx.run(sql`
    update outbox set dead_at = null, attempts = 0, run_at = ${now}
    where id in (
      select id from outbox where dead_at is not null and topic = ${topic} and coalesce(last_error, '') = ${error}
      order by dead_at limit ${limit} for update skip locked)`)
