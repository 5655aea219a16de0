import { LOGIN_LOCK } from '#contract/limits.ts'
import { normaliseEmail } from '#contract/normalise.ts'
import { REFUSALS, type RefusalKind } from '#contract/refusals.ts'
import { requireWork } from '../captcha/require-captcha.ts'
import { sql } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { goesFirst, LINE_COOKIE, refusalAtDoor } from '../brownout/door.ts'
import { Refusal, refuse } from '../http/refuse.ts'
import type { Act } from '../http/serve.ts'
import { newSession, type Proven } from '../http/session.ts'
import { secondsUntil } from '../http/tally.ts'
import { rememberDevice, type Visitor } from '../http/visitor.ts'
import { type Account, type Attempt, attempt, forgetting, type Source, sourceOf } from './lock.ts'
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
  const keptOut = refusalAtDoor(deps, visitor, 'loginInLine')
  const proved = !source.known && tryingLists(deps)
  if (proved && !keptOut) await requireWork(deps, body.recaptchaToken)
  const judge = async ({ account, tries, elsewhere }: Attempt) => {
    if (account.locked_until) throw refuseLogin('locked', secondsUntil(account.locked_until, now))
    if (tries > LOGIN_LOCK.failures) throw refuseLogin('locked', LOGIN_LOCK.minutes * 60)
    if (!source.known && account.ceiling >= LOGIN_LOCK.ceilingPerDay) throw refuseLogin('locked', secondsUntil(account.ceiling_ends ?? now, now))
    if (!source.known && !proved && tries + elsewhere > LOGIN_LOCK.failures) await requireWork(deps, body.recaptchaToken)
    const right = await deps.hasher.verify(account.password_hash ?? undefined, body.password)
    return right && account.id !== null && account.password_hash !== null
      ? open(deps, account, { userId: account.id, passwordHash: account.password_hash }, source, visitor)
      : undefined
  }
  let answersAsLine = false
  const signedIn = await attempt(deps.db, { source, email, now, withDraft: keptOut !== undefined }, async (it) => {
    if (!keptOut) return judge(it)
    const { account } = it
    const first = account.id !== null && goesFirst(deps, visitor, account.id)
    // Nothing is hashed for who stands in the line.
    if (!account.has_draft && !first) throw keptOut()
    // A stranger must not learn which account has a draft: all that is not the right password is answered as the line.
    answersAsLine = !source.known && !first
    if (!answersAsLine) return judge(it)
    if (proved) throw keptOut()
    return judge(it).catch((error: unknown) => {
      throw error instanceof Refusal && error.kind !== 'not_verified' ? keptOut() : error
    })
  })
  if (signedIn) return signedIn
  await countFailure(deps, source.ceiling, now)
  throw keptOut && answersAsLine ? keptOut() : refuseLogin('wrong_credentials')
}

/** Undefined when the password became another while it was judged: then it was a wrong one. */
async function open(deps: Deps, account: Account, proven: Proven, source: Source, visitor: Visitor) {
  countGood(deps)
  if (!account.email_verified_at) throw refuseLogin('not_verified')
  const session = newSession(deps, proven, visitor)
  // Most people have nothing to be forgotten: one row is written, and that is all.
  if (!(await deps.db.run(account.failures > 0 ? sql`with forgotten as (${forgetting(source)}) ${session.inserting}` : session.inserting))) return undefined
  session.bind()
  if (visitor.cookie(LINE_COOKIE)) visitor.clearCookie(LINE_COOKIE)
  rememberDevice(deps.secrets, visitor, source.account.toString('base64url'))
  const { first_name, last_name, email } = account
  return {
    token: session.token,
    user: { id: proven.userId, first_name, last_name, email },
    require_security_setup: !account.has_question,
    expires_at: session.expiresAt.toISOString(),
    server_time: deps.now().toISOString(),
  }
}
