import { LOGIN_LOCK } from '#contract/limits.ts'
import { normaliseEmail } from '#contract/normalise.ts'
import { REFUSALS, type RefusalKind } from '#contract/refusals.ts'
import { requireWork } from '../captcha/require-captcha.ts'
import { sql } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Act } from '../http/serve.ts'
import { newSession } from '../http/session.ts'
import { judging, secondsUntil } from '../http/tally.ts'
import { rememberDevice } from '../http/visitor.ts'
import { countAttempt, forgetting, giveBackAttempt, sourceOf } from './lock.ts'
import { countFailure, countGood, tryingLists } from './stuffing.ts'

const refuseLogin = (kind: RefusalKind, retryAfter?: number) =>
  refuse(kind, { faults: { non_field_errors: REFUSALS[kind].message }, ...(retryAfter ? { retryAfter } : {}) })

/**
 * Signs in. The lock is asked before the hash is (T27), and an unknown address takes the same road (T1). Where strangers
 * try too much, at the account or at the whole portal, a device that is new to the account solves a captcha first (T3).
 */
export const login: Act<'POST /api/login/'> = async (deps, { body, visitor }) => {
  const now = deps.now()
  const email = normaliseEmail(body.email)
  const source = sourceOf(deps, visitor, email)
  const proved = !source.known && tryingLists(deps)
  if (proved) await requireWork(deps, body.recaptchaToken)
  const attempt = await countAttempt(deps.db, source, email, now)
  if (!attempt) throw refuse('failed')
  if (attempt.failures > LOGIN_LOCK.failures) throw refuseLogin('locked', secondsUntil(attempt.locked_until ?? now, now))
  if (!source.known && attempt.ceiling >= LOGIN_LOCK.ceilingPerDay) throw refuseLogin('locked', secondsUntil(attempt.ceiling_ends ?? now, now))
  const giveBack = () => giveBackAttempt(deps.db, source)
  const crowded = attempt.failures + attempt.elsewhere > LOGIN_LOCK.failures
  if (!source.known && !proved && crowded) await judging(requireWork(deps, body.recaptchaToken), giveBack)

  const right = await judging(deps.hasher.verify(attempt.password_hash ?? undefined, body.password), giveBack)
  if (!right || attempt.id === null) {
    await countFailure(deps, source, now)
    throw refuseLogin('wrong_credentials')
  }
  countGood(deps)
  if (!attempt.email_verified_at) {
    await deps.db.run(forgetting(source))
    throw refuseLogin('not_verified')
  }
  const session = newSession(deps, attempt.id, visitor)
  await deps.db.run(sql`with forgotten as (${forgetting(source)}) ${session.inserting}`)
  rememberDevice(deps.secrets, visitor, source.account.toString('base64url'))
  const { id, first_name, last_name } = attempt
  return {
    token: session.token,
    user: { id, first_name, last_name, email },
    require_security_setup: !attempt.has_question,
    expires_at: session.expiresAt.toISOString(),
    server_time: now.toISOString(),
  }
}
