import { EMAILS_PER_HOUR } from '#contract/accounts/limits.ts'
import type { Language } from '#contract/language/paths.ts'
import type { Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { countInWindow } from '../counters.ts'
import { enqueueEmail } from '../outbox/enqueue-email.ts'
import { randomUUID } from 'node:crypto'
import { accountKey } from './tokens.ts'

const HOUR_SECONDS = 3_600

/**
 * Queues an email to an address, at most three of a kind in an hour (T23). The address may have an account or
 * not. The response must not reveal which, so the account is looked up only when the email is sent (T1).
 * `language` is that of the page. It is used when no account has the address, and so no language is stored.
 */
export async function enqueueLimited(
  deps: Deps,
  topic: string,
  email: string,
  language?: Language,
): Promise<void> {
  await deps.db.tx((tx) => enqueueLimitedIn(tx, deps, topic, email, language))
}

/**
 * Queues an email in the caller's transaction, within the same limit as `enqueueLimited`. Returns false when
 * the limit of the hour is reached: then nothing is queued.
 */
export async function enqueueLimitedIn(
  tx: Tx,
  deps: Deps,
  topic: string,
  email: string,
  language?: Language,
): Promise<boolean> {
  const now = deps.now()
  const { count } = await countInWindow(
    tx,
    `${topic} ${accountKey(deps.secrets, email).toString('base64url')}`,
    HOUR_SECONDS,
    now,
  )
  if (count > EMAILS_PER_HOUR) return false
  // The code for a password reset is derived from this random value.
  const payload = { email, nonce: randomUUID(), ...(language ? { language } : {}) }
  await enqueueEmail(tx, { topic, payload, now })
  return true
}
