import { LOGIN_LOCK } from '#contract/accounts/limits.ts'
import { normaliseEmail } from '#contract/normalise.ts'
import { REFUSALS, type RefusalKind } from '#contract/refusals.ts'
import { requireWork } from '../captcha/require-captcha.ts'
import type { Deps } from '../deps.ts'
import { hasPriority, type EntryRefusal, refuseEntry, hasAnyPriority } from '../brownout/line-entrance.ts'
import { Refusal, refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { deviceWords } from '../sessions/device-words.ts'
import { newSession, type Proven } from '../sessions/session.ts'
import { secondsUntil } from '../http/counters.ts'
import type { Visitor } from '../http/visitor.ts'
import { type Account, type Attempt, runLoginAttempt, deleteFailures, type Source, sourceOf } from './lock.ts'
import { loggedIn } from './logged-in.ts'
import { countFailure, countSuccess, isStuffingSuspected } from './stuffing.ts'

const HASHER_RETRY_SECONDS = 5

const refuseLogin = (kind: RefusalKind, retryAfter?: number) =>
  refuse(kind, {
    faults: { non_field_errors: REFUSALS[kind].message },
    ...(retryAfter ? { retryAfter } : {}),
  })

/** One call to log in, and what is known about it before the account is read. */
type LoginCall = {
  deps: Deps
  visitor: Visitor
  source: Source
  email: string
  password: string
  /** The device in words, such as its browser. */
  device: string
  captchaToken: string
  now: Date
  /** True for a device that is new to the account, while someone seems to try stolen passwords (T3). */
  needsCaptcha: boolean
}

/**
 * Checks the lock, then the captcha, then the password: a locked account costs no hash (T27). Undefined for a
 * wrong password. `onChecked` is called with the result before the session opens.
 */
async function checkPassword(
  { deps, visitor, source, password, captchaToken, now, needsCaptcha }: LoginCall,
  { account, tries, triesElsewhere }: Attempt,
  onChecked?: (isRightPassword: boolean) => void,
) {
  if (account.locked_until) throw refuseLogin('locked', secondsUntil(account.locked_until, now))
  if (tries > LOGIN_LOCK.failures) throw refuseLogin('locked', LOGIN_LOCK.minutes * 60)
  if (!source.isKnownDevice && account.day_failures >= LOGIN_LOCK.ceilingPerDay)
    throw refuseLogin('locked', secondsUntil(account.day_ends ?? now, now))
  // A call that needs a captcha has solved it before, or has a ticket of this device instead.
  if (!source.isKnownDevice && !needsCaptcha && tries + triesElsewhere > LOGIN_LOCK.failures)
    await requireWork(deps, captchaToken)
  const startedAt = performance.now()
  const isRightPassword = await deps.hasher.verify(account.password_hash ?? undefined, password)
  // The waiting line refuses after as long as a hash takes at present, so that the time reveals nothing.
  deps.brownout?.line.recordHashMs(performance.now() - startedAt)
  onChecked?.(isRightPassword)
  return isRightPassword && account.id !== null && account.password_hash !== null
    ? openSession(deps, account, { userId: account.id, passwordHash: account.password_hash }, source, visitor)
    : undefined
}

async function loginDirectly(call: LoginCall) {
  const { deps, source, email, device, now } = call
  const session = await runLoginAttempt(deps.db, { source, email, device, now }, (attempt) =>
    checkPassword(call, attempt),
  )
  if (session) return session
  await countFailure(deps, now, source.dayCounterKey)
  throw refuseLogin('wrong_credentials')
}

/**
 * Logs in some callers who would have to wait in the line. Their account must have a draft, or this device
 * must have saved a draft of theirs for a job that closes soon. A stranger must not learn which account has a
 * draft. So without the right password, a caller gets the line's answer, at the time at which the line
 * answers.
 */
async function loginDespiteLine(call: LoginCall, entryRefusal: EntryRefusal) {
  const { deps, visitor, source, email, device, now } = call
  // True once a draft is found for a caller who may be a stranger.
  let hidesDraft = false
  let isPasswordRight = false
  // True once the caller has the line's answer. The attempt may still run.
  let hasLineAnswer = false
  const lineAnswer = () => {
    hasLineAnswer = true
    return entryRefusal.refusal()
  }
  const check = (attempt: Attempt) =>
    checkPassword(call, attempt, (isRightPassword) => {
      // The caller already has the line's answer: open no session. A wrong password still counts.
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
      // No password is hashed for a caller who waits in the line.
      if (!account.has_draft && !deviceHasPriority) throw lineAnswer()
      hidesDraft = !source.isKnownDevice && !deviceHasPriority
      if (!hidesDraft) return check(attempt)
      draftFound.resolve()
      // Asking for the captcha would show that there is a draft.
      if (call.needsCaptcha) throw lineAnswer()
      return check(attempt).catch((error: unknown) => {
        // `not_verified` comes only after the right password. Any other refusal would show the draft.
        const revealsDraft = error instanceof Refusal && error.kind !== 'not_verified'
        throw revealsDraft && !hasLineAnswer ? lineAnswer() : error
      })
    },
  )
  const answered = attempted.then(async (session) => {
    if (session) return session
    await countFailure(deps, now, source.dayCounterKey)
    throw hidesDraft && !hasLineAnswer ? lineAnswer() : refuseLogin('wrong_credentials')
  })
  // Do not wait for the hash longer than the line's answer takes: the delay would show that a password was
  // hashed.
  const inTime = draftFound.promise.then(entryRefusal.waitUntilDue).then(() => {
    if (isPasswordRight || hasLineAnswer) return answered
    throw lineAnswer()
  })
  return Promise.race([answered, inTime])
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
  // Undefined for a caller who need not wait in the line.
  const entryRefusal = refuseEntry('loginInLine', deps, visitor)
  // Under this overload even logins are limited: looking up drafts would take time from people who submit.
  if (entryRefusal && deps.admission?.admitsAllLogins() === false && !hasAnyPriority(deps, visitor))
    throw entryRefusal.refusalWithoutWait()
  // Refuse before the look-up: a full hasher would refuse this login anyway.
  if (!entryRefusal && deps.hasher.isFull()) throw refuse('busy', { retryAfter: HASHER_RETRY_SECONDS })
  const needsCaptcha = !source.isKnownDevice && isStuffingSuspected(deps)
  if (needsCaptcha && !entryRefusal) await requireWork(deps, body.recaptchaToken)
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
 * Opens the session. Undefined when the password was changed during the check: then the typed one counts as
 * wrong.
 */
async function openSession(deps: Deps, account: Account, proven: Proven, source: Source, visitor: Visitor) {
  countSuccess(deps)
  if (!account.email_verified_at) throw refuseLogin('not_verified')
  const session = newSession(deps, proven, visitor)
  // Most people have no failures, and pay for no deletion.
  const deletion = account.failures > 0 ? deleteFailures(source) : undefined
  const openedSessions = await deps.db.run(session.insertionAtLogin(deletion))
  if (openedSessions === 0) return undefined
  return loggedIn(deps, visitor, session, { ...account, id: proven.userId })
}
