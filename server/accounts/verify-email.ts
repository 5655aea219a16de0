import { VERIFICATION_WORDS } from '#contract/accounts/words.ts'
import { VERIFICATION } from '#contract/accounts/limits.ts'
import { normaliseEmail } from '#contract/normalise.ts'
import type { Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Secrets } from '../secrets.ts'
import { enqueueLimited, enqueueLimitedIn } from './emails-limit.ts'
import { markVerified } from './store.ts'
import { signToken, verifyToken } from '../http/signed-token.ts'

const PURPOSE = 'verify-email'
const HOUR_MS = 3_600_000

/** The token in the link of a verification email that is built at `issuedAt`. */
export const verificationToken = (secrets: Secrets, userId: number, issuedAt: Date) =>
  signToken(secrets, PURPOSE, `${userId}-${issuedAt.getTime()}`)

/**
 * Verifies an email address. The same token works repeatedly for a day, because link scanners and reloads
 * open a link twice (A9, T39).
 */
export const verifyEmail: Handler<'POST /api/verify-email/{token}/'> = async (deps, { params }) => {
  // An invalid token becomes the empty text. Its number is 0, which no account has, so it is refused below.
  const content = verifyToken(deps.secrets, PURPOSE, params.token) ?? ''
  const [userId, issuedAtMs] = content.split('-').map(Number)
  const now = deps.now()
  if (!userId || !issuedAtMs) throw refuse('link_invalid')
  if (now.getTime() - issuedAtMs > VERIFICATION.hours * HOUR_MS) throw refuse('link_invalid')
  const account = await markVerified(deps.db, userId, now)
  if (!account) throw refuse('link_invalid')
  // The verified address is shown only when the link is first used.
  return { message: VERIFICATION_WORDS.done, ...(account.email ? { email: account.email } : {}) }
}

/** The topic of the verification email that is sent again. */
const RESEND_TOPIC = 'accounts.resend-verification'

export const resendVerification: Handler<'POST /api/resend-verification/'> = async (deps, { body }) => {
  await enqueueLimited(deps, RESEND_TOPIC, normaliseEmail(body.email))
  return { message: VERIFICATION_WORDS.resent }
}

/**
 * Queues a person's verification email again, in the caller's transaction. Its emails and those of
 * `resendVerification` share one limit. False when that limit is reached.
 */
export const resendVerificationFor = (tx: Tx, deps: Deps, email: string) =>
  enqueueLimitedIn(tx, deps, RESEND_TOPIC, email)
