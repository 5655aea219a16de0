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

/** The token of a verification email built at `issued`. */
export const verificationToken = (secrets: Secrets, userId: number, issued: Date) =>
  signToken(secrets, PURPOSE, `${userId}-${issued.getTime()}`)

/**
 * Verifies an address. The same token works repeatedly for a day, because link scanners and reloads open it
 * twice (A9, T39).
 */
export const verifyEmail: Handler<'POST /api/verify-email/{token}/'> = async (deps, { params }) => {
  const [userId, issued] = (verifyToken(deps.secrets, PURPOSE, params.token) ?? '').split('-').map(Number)
  const now = deps.now()
  if (!userId || !issued || now.getTime() - issued > VERIFICATION.hours * 3_600_000)
    throw refuse('link_invalid')
  const account = await markVerified(deps.db, userId, now)
  if (!account) throw refuse('link_invalid')
  return { message: VERIFICATION_WORDS.done, ...(account.email ? { email: account.email } : {}) }
}

const RESENT = 'accounts.resend-verification'

export const resendVerification: Handler<'POST /api/resend-verification/'> = async (deps, { body }) => {
  await enqueueLimited(deps, RESENT, normaliseEmail(body.email))
  return { message: VERIFICATION_WORDS.resent }
}

/** Queues the same email on behalf of a person, within the same limit. False when the limit is reached. */
export const resendVerificationFor = (tx: Tx, deps: Deps, email: string) =>
  enqueueLimitedIn(tx, deps, RESENT, email)
