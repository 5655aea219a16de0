import { REPORTS } from '#contract/reports/limits.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { requeueDead } from '../outbox/requeue-dead.ts'
import { countDead } from './emails-store.ts'
import { mayRetry } from './present.ts'

/**
 * Queues again the emails of one kind that failed with one error, at most `REPORTS.maxEmailsRetried` a call.
 * Refuses `not_found` when there are none. Refuses `conflict` for emails with a short-lived link or code,
 * which no one needs any more.
 */
export const retryEmails: Handler<'POST /api/staff/emails/retry/'> = async (
  deps,
  { body: { topic, failure: error }, staff },
) => {
  const now = deps.now()
  return deps.db.tx(async (tx) => {
    if (!mayRetry(topic)) throw refuse('conflict')
    const retried = await requeueDead(tx, { topic, error, limit: REPORTS.maxEmailsRetried, now })
    if (retried === 0) throw refuse('not_found')
    await recordAudit(tx, staff, { act: 'letters.retried', detail: { topic, error, count: retried } }, now)
    return { retried, left: await countDead(tx, topic, error) }
  })
}
