import { sql, type Tx } from '../database/connect.ts'

/**
 * Queues failed emails of a topic with this error again, because an officer asked for it. The oldest come
 * first, at most `limit`. Returns how many it queued.
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
