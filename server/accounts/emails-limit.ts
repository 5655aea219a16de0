import { EMAILS_PER_HOUR } from '#contract/limits.ts'
import type { Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { countInWindow } from '../http/counters.ts'
import { enqueueEmail } from '../outbox/enqueue-email.ts'
import { randomUUID } from 'node:crypto'
import { accountKey } from './tokens.ts'

const HOUR_SECONDS = 3_600

/**
 * Promises a letter to an address, known or not, at most three of a kind in an hour (T23). What happens is the same for
 * every address: whether there is an account is asked only when the letter is written (T1).
 */
export async function enqueueAtMost(deps: Deps, topic: string, email: string): Promise<void> {
  await deps.db.tx((tx) => enqueueWithin(tx, deps, topic, email))
}

/** The same in the caller's transaction; false when the hour's letters are spent and none was promised. */
export async function enqueueWithin(tx: Tx, deps: Deps, topic: string, email: string): Promise<boolean> {
  const now = deps.now()
  const { count } = await countInWindow(tx, `${topic} ${accountKey(deps.secrets, email).toString('base64url')}`, HOUR_SECONDS, now)
  if (count > EMAILS_PER_HOUR) return false
  await enqueueEmail(tx, { topic, payload: { email, nonce: randomUUID() }, now })
  return true
}
