import { LOGIN_LOCK } from '#contract/accounts/limits.ts'
import { normaliseEmail } from '#contract/normalise.ts'
import { REFUSALS, type RefusalKind } from '#contract/refusals.ts'
import { requireWork } from '../captcha/require-captcha.ts'
import type { Deps } from '../deps.ts'
import { goesFirst, refusedEntry, mayGoFirst, spendTicket } from '../brownout/line-entrance.ts'
import { Refusal, refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { newSession, type Proven } from '../sessions/session.ts'
import { secondsUntil } from '../http/counters.ts'
import { rememberDevice, type Visitor } from '../http/visitor.ts'
import { type Account, type Attempt, attempt, forgetting, type Source, sourceOf } from './lock.ts'
import { countFailure, countGood, tryingLists } from './stuffing.ts'

const refuseLogin = (kind: RefusalKind, retryAfter?: number) =>
  refuse(kind, {
    faults: { non_field_errors: REFUSALS[kind].message },
    ...(retryAfter ? { retryAfter } : {}),
  })

/**
 * Logs a person in. The lock is checked before the hash (T27), and an unknown address takes the same path
 * (T1). After too many failures, at the account or portal-wide, a device that is new to the account solves a
 * captcha first (T3).
 */
export const login: Handler<'POST /api/login/'> = async (deps, { body, visitor }) => {
  const now = deps.now()
  const email = normaliseEmail(body.email)
  const source = sourceOf(deps, visitor, email)
  const keptOut = refusedEntry('loginInLine', deps, visitor)
  // Under this overload even logins are limited: looking up drafts would take time from people who submit.
  if (keptOut && deps.admission?.letsLogins() === false && !mayGoFirst(deps, visitor)) throw keptOut.atOnce()
  // Refuse before the look-up: a full hasher would refuse this login anyway.
  if (!keptOut && deps.hasher.isFull()) throw refuse('busy', { retryAfter: 5 })
  const proved = !source.known && tryingLists(deps)
  if (proved && !keptOut) await requireWork(deps, body.recaptchaToken)
  let [answersAsLine, isRight, isSaid] = [false, false, false]
  const check = async ({ account, tries, elsewhere }: Attempt) => {
    if (account.locked_until) throw refuseLogin('locked', secondsUntil(account.locked_until, now))
    if (tries > LOGIN_LOCK.failures) throw refuseLogin('locked', LOGIN_LOCK.minutes * 60)
    if (!source.known && account.ceiling >= LOGIN_LOCK.ceilingPerDay)
      throw refuseLogin('locked', secondsUntil(account.ceiling_ends ?? now, now))
    if (!source.known && !proved && tries + elsewhere > LOGIN_LOCK.failures)
      await requireWork(deps, body.recaptchaToken)
    const began = performance.now()
    const right = await deps.hasher.verify(account.password_hash ?? undefined, body.password)
    deps.brownout?.line.hashed(performance.now() - began)
    // The caller already has the line's answer: open no session. A wrong password still counts.
    if (right && isSaid) throw refuse('busy')
    isRight = right
    return right && account.id !== null && account.password_hash !== null
      ? open(deps, account, { userId: account.id, passwordHash: account.password_hash }, source, visitor)
      : undefined
  }
  const asLine = () => {
    isSaid = true
    return keptOut?.refusal() ?? refuse('failed')
  }
  const found = Promise.withResolvers<void>()
  const judged = attempt(
    deps.db,
    { source, email, now, withDraft: keptOut !== undefined },
    async (thisAttempt) => {
      if (!keptOut) return check(thisAttempt)
      const { account } = thisAttempt
      const first = account.id !== null && goesFirst(deps, visitor, account.id)
      // No password is hashed for a caller who waits in the line.
      if (!account.has_draft && !first) throw asLine()
      // A stranger must not learn which account has a draft: everything but the right password gets the
      // line's answer.
      answersAsLine = !source.known && !first
      if (!answersAsLine) return check(thisAttempt)
      found.resolve()
      if (proved) throw asLine()
      return check(thisAttempt).catch((error: unknown) => {
        throw error instanceof Refusal && error.kind !== 'not_verified' && !isSaid ? asLine() : error
      })
    },
  )
  const answered = judged.then(async (signedIn) => {
    if (signedIn) return signedIn
    await countFailure(deps, source.ceiling, now)
    throw answersAsLine && !isSaid ? asLine() : refuseLogin('wrong_credentials')
  })
  if (!keptOut) return answered
  // Do not wait for the hash longer than the line's answer takes: the delay would show that a password was
  // hashed.
  const inTime = found.promise.then(keptOut.isTime).then(() => {
    if (isRight || isSaid) return answered
    throw asLine()
  })
  return Promise.race([answered, inTime])
}

/**
 * Opens the session. Undefined when the password was changed during the check: then the typed one counts as
 * wrong.
 */
async function open(deps: Deps, account: Account, proven: Proven, source: Source, visitor: Visitor) {
  countGood(deps)
  if (!account.email_verified_at) throw refuseLogin('not_verified')
  const session = newSession(deps, proven, visitor)
  // Most people have no failures to delete.
  if (!(await deps.db.run(session.atLogin(account.failures > 0 ? forgetting(source) : undefined))))
    return undefined
  session.bind()
  spendTicket('loginInLine', deps, visitor)
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
