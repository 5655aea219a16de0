import { LOGIN_LOCK } from '#contract/limits.ts'
import { normaliseEmail } from '#contract/normalise.ts'
import { REFUSALS, type RefusalKind } from '#contract/refusals.ts'
import { sql } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Act } from '../http/serve.ts'
import { newSession } from '../http/session.ts'
import { judging, secondsUntil, tally } from '../http/tally.ts'
import { rememberDevice } from '../http/visitor.ts'
import { countAttempt, forgetting, giveBackAttempt, sourceOf } from './lock.ts'

const DAY_SECONDS = 86_400
const refuseLogin = (kind: RefusalKind, retryAfter?: number) =>
  refuse(kind, { faults: { non_field_errors: REFUSALS[kind].message }, ...(retryAfter ? { retryAfter } : {}) })

/** Signs in. The lock is asked before the hash is (T27), and an unknown address takes the same road (T1). */
export const login: Act<'POST /api/login/'> = async (deps, { body, visitor }) => {
  const now = deps.now()
  const email = normaliseEmail(body.email)
  const source = sourceOf(deps, visitor, email)
  const attempt = await countAttempt(deps.db, source, email, now)
  if (!attempt) throw refuse('failed')
  if (attempt.failures > LOGIN_LOCK.failures) throw refuseLogin('locked', secondsUntil(attempt.locked_until ?? now, now))
  if (!source.known && attempt.ceiling >= LOGIN_LOCK.ceilingPerDay) throw refuseLogin('locked', secondsUntil(attempt.ceiling_ends ?? now, now))

  const right = await judging(deps.hasher.verify(attempt.password_hash ?? undefined, body.password), () => giveBackAttempt(deps.db, source))
  if (!right || attempt.id === null) {
    await tally(deps.db, source.ceiling, DAY_SECONDS, now)
    throw refuseLogin('wrong_credentials')
  }
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
