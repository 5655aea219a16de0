import { LOGIN_LOCK } from '#contract/accounts/limits.ts'
import { normaliseEmail } from '#contract/normalise.ts'
import { REFUSALS, type RefusalKind } from '#contract/refusals.ts'
import { requireProofOfWork } from '../captcha/require-captcha.ts'
import type { Deps } from '../deps.ts'
import { hasPriority, type EntryRefusal, refuseEntry, hasAnyPriority } from '../brownout/line-entrance.ts'
import { Refusal, refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { deviceWords } from '../sessions/device-words.ts'
import { newSession, type Proven } from '../sessions/session.ts'
import { secondsUntil } from '../counters.ts'
import type { Visitor } from '../http/visitor.ts'
import { type Account, type Attempt, runLoginAttempt, deleteFailures, type Source, sourceOf } from './lock.ts'
import { loggedIn } from './logged-in.ts'
import { countFailure, countSuccess, isStuffingSuspected } from './stuffing.ts'

// The login page reads the key `non_field_errors` for errors that belong to no form field (A5).
const refuseLogin = (kind: RefusalKind, retryAfter?: number) =>
  refuse(kind, {
    fieldErrors: { non_field_errors: REFUSALS[kind].message },
    ...(retryAfter ? { retryAfter } : {}),
  })

/** One call to log in, with what is known about it before the account is read. */
type LoginCall = {
  deps: Deps
  visitor: Visitor
  source: Source
  email: string
  password: string
  /** The visitor's device in words, such as its browser. */
  device: string
  captchaToken: string
  now: Date
  /** True for a device new to the account, while someone seems to try stolen passwords (T3). */
  needsCaptcha: boolean
}

/**
 * Checks a login: first the lock, then the captcha, then the password. So a locked account costs no hash
 * (T27). With the right password, opens the session and returns the reply. Undefined for a wrong password.
 * `onChecked` is called with the result before the session opens.
 */
async function checkAndOpenSession(
  { deps, visitor, source, password, captchaToken, now, needsCaptcha }: LoginCall,
  { account, tries, triesElsewhere }: Attempt,
  onChecked?: (isRightPassword: boolean) => void,
) {
  if (account.locked_until) throw refuseLogin('locked', secondsUntil(account.locked_until, now))
  // No lock is stored yet. But with the tries still in progress, this source has made too many.
  if (tries > LOGIN_LOCK.failures) throw refuseLogin('locked', LOGIN_LOCK.minutes * 60)
  if (!source.isKnownDevice && account.day_failures >= LOGIN_LOCK.ceilingPerDay)
    throw refuseLogin('locked', secondsUntil(account.day_ends ?? now, now))
  // If the call needed a captcha from the start (`needsCaptcha`), none is required here. Such a caller has
  // already solved one, or needs none because they saved a draft on this device (`hasPriority`).
  if (!source.isKnownDevice && !needsCaptcha && tries + triesElsewhere > LOGIN_LOCK.failures)
    await requireProofOfWork(deps, captchaToken)
  const startedAt = performance.now()
  const isRightPassword = await deps.hasher.verify(account.password_hash ?? undefined, password)
  // The waiting line delays its refusal by the time that a hash takes now. So the time reveals nothing.
  deps.brownout?.line.recordHashMs(performance.now() - startedAt)
  onChecked?.(isRightPassword)
  return isRightPassword && account.id !== null && account.password_hash !== null
    ? openSession(deps, account, { userId: account.id, passwordHash: account.password_hash }, source, visitor)
    : undefined
}

async function loginDirectly(call: LoginCall) {
  const { deps, source, email, device, now } = call
  const reply = await runLoginAttempt(deps.db, { source, email, device, now }, (attempt) =>
    checkAndOpenSession(call, attempt),
  )
  if (reply) return reply
  await countFailure(deps, now, source.dayCounterKey)
  throw refuseLogin('wrong_credentials')
}

/**
 * Logs in some callers whom the waiting line would hold back. Either their account has a draft, or this
 * device has saved a draft of theirs for a job that closes soon. A stranger must not learn which account has
 * a draft. So a caller with a wrong password gets the line's answer, as late as the line itself would give
 * it.
 */
async function loginDespiteLine(call: LoginCall, entryRefusal: EntryRefusal) {
  const { deps, visitor, source, email, device, now } = call
  // True once this login found a draft while the caller may be a stranger.
  let hidesDraft = false
  let isPasswordRight = false
  // True once the caller has got the waiting line's answer. The try to log in may still run.
  let hasLineAnswer = false
  const lineAnswer = () => {
    hasLineAnswer = true
    return entryRefusal.refusal()
  }
  const check = (attempt: Attempt) =>
    checkAndOpenSession(call, attempt, (isRightPassword) => {
      // Open no session: the caller already got the waiting line's answer. A wrong password still counts.
      if (isRightPassword && hasLineAnswer) throw refuse('busy')
      isPasswordRight = isRightPassword
    })
  const draftFound = Promise.withResolvers<void>()
  const attempted = runLoginAttempt(
    deps.db,
    { source, email, device, now, withDraft: true },
    async (attempt) => {
      const { account } = attempt
      const deviceHasPriority = account.id !== null && hasPriority(deps, visitor, account.id)
      // For a caller who must wait in the line, no password is hashed.
      if (!account.has_draft && !deviceHasPriority) throw lineAnswer()
      hidesDraft = !source.isKnownDevice && !deviceHasPriority
      if (!hidesDraft) return check(attempt)
      draftFound.resolve()
      // Requiring a captcha here would show a stranger that the account has a draft. So a caller who needs
      // one gets the line's answer.
      if (call.needsCaptcha) throw lineAnswer()
      return check(attempt).catch((error: unknown) => {
        // Only the right password leads to `not_verified`. Other refusals would reveal the draft.
        const revealsDraft = error instanceof Refusal && error.kind !== 'not_verified'
        throw revealsDraft && !hasLineAnswer ? lineAnswer() : error
      })
    },
  )
  const answered = attempted.then(async (reply) => {
    if (reply) return reply
    await countFailure(deps, now, source.dayCounterKey)
    throw hidesDraft && !hasLineAnswer ? lineAnswer() : refuseLogin('wrong_credentials')
  })
  // Answer no later than the waiting line would: a delay would show that a password was hashed. After that
  // time, only the answer to a right password is still waited for.
  const answeredWhenDue = draftFound.promise.then(entryRefusal.waitUntilDue).then(() => {
    if (isPasswordRight || hasLineAnswer) return answered
    throw lineAnswer()
  })
  return Promise.race([answered, answeredWhenDue])
}

/**
 * Logs a person in. The lock is checked before the hash (T27), and an unknown address takes the same path
 * (T1). After too many failures, at the account or portal-wide, a device that is new to the account solves a
 * captcha first (T3).
 */
export const login: Handler<'POST /api/login/'> = async (deps, { body, visitor }) => {
  const now = deps.now()
  const email = normaliseEmail(body.email)
  const source = sourceOf(deps, visitor, email)
  // Undefined for a caller who need not wait in the line to log in.
  const entryRefusal = refuseEntry('loginInLine', deps, visitor)
  // At this overload even logins are limited: looking up drafts would take time from people who submit.
  if (entryRefusal && deps.admission?.admitsAllLogins() === false && !hasAnyPriority(deps, visitor))
    throw entryRefusal.refusalWithoutWait()
  // Refuse before the account is looked up: a full hasher would refuse this login anyway.
  if (!entryRefusal && deps.hasher.isFull()) throw refuse('busy')
  const needsCaptcha = !source.isKnownDevice && isStuffingSuspected(deps)
  // From callers whom the line holds back, no captcha is required here: `loginDespiteLine` says why.
  if (needsCaptcha && !entryRefusal) await requireProofOfWork(deps, body.recaptchaToken)
  const call = {
    deps,
    visitor,
    source,
    email,
    password: body.password,
    device: deviceWords(visitor.header('user-agent')),
    captchaToken: body.recaptchaToken,
    now,
    needsCaptcha,
  }
  return entryRefusal ? loginDespiteLine(call, entryRefusal) : loginDirectly(call)
}

/**
 * Opens the session and returns the reply. Undefined when the password was changed during the check: then the
 * typed password counts as wrong.
 */
async function openSession(deps: Deps, account: Account, proven: Proven, source: Source, visitor: Visitor) {
  countSuccess(deps)
  if (!account.email_verified_at) throw refuseLogin('not_verified')
  const session = newSession(deps, proven, visitor)
  // Most people have no failed logins, so nothing is deleted for them.
  const deletion = account.failures > 0 ? deleteFailures(source) : undefined
  const openedSessions = await deps.db.run(session.insertionAtLogin(deletion))
  if (openedSessions === 0) return undefined
  return loggedIn(deps, visitor, session, { ...account, id: proven.userId })
}
