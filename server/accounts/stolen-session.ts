import { EMAILS_PER_HOUR } from '#contract/accounts/limits.ts'
import type { Deps } from '../deps.ts'
import { endSession } from '../sessions/session.ts'
import { countInWindow } from '../counters.ts'
import { enqueueEmail } from '../outbox/enqueue-email.ts'

const HOUR_SECONDS = 3_600

/**
 * Ends a session whose token came without the cookie of its browser, so it was probably stolen. The owner
 * gets an email, at most three an hour (T8). `sessionId` stays the same while the token changes.
 */
export async function endStolenSession(deps: Deps, sessionId: string, userId: number): Promise<void> {
  const now = deps.now()
  await deps.db.tx(async (tx) => {
    if (!(await endSession(tx, sessionId))) return
    const { count } = await countInWindow(tx, `accounts.session-stolen ${userId}`, HOUR_SECONDS, now)
    if (count <= EMAILS_PER_HOUR)
      await enqueueEmail(tx, {
        topic: 'accounts.session-stolen',
        payload: { userId, at: now.toISOString() },
        now,
      })
  })
}
