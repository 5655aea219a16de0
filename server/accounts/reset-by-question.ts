import { randomUUID } from 'node:crypto'
import { RESET, SECURITY, SUGGESTED_QUESTIONS } from '#contract/accounts/words.ts'
import { SECURITY_ANSWER, UNDO_RESET } from '#contract/accounts/limits.ts'
import { endPasskeys } from './passkeys.ts'
import { QUESTION_LOOKUP } from './limits.ts'
import { TRIES_WITHOUT_CAPTCHA } from '#contract/accounts/reset-limits.ts'
import { normaliseAnswer, normaliseEmail } from '#contract/normalise.ts'
import { requireProofOfWork } from '../captcha/require-captcha.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { endSessionsOf } from '../sessions/session.ts'
import { clearCounter, uncount, uncountOnFailure, secondsUntil, countInWindow } from '../counters.ts'
import { issueCsrf } from '../http/csrf.ts'
import type { Visitor } from '../http/visitor.ts'
import { enqueueEmail } from '../outbox/enqueue-email.ts'
import { endPendingChange } from './email-change-store.ts'
import { deleteAllLocks } from './lock.ts'
import { countAccountLookup } from './lookup-alarm.ts'
import { enqueueLimited } from './emails-limit.ts'
import { passwordNotification, refuseKnownPassword } from './passwords.ts'
import { answerTriesKey } from './question-lock.ts'
import {
  consumeCode,
  findQuestion,
  giveBackTry,
  recordReset,
  replacePassword,
  removeQuestion,
  setPassword,
  type QuestionRow,
  undoRecordedResets,
} from './store.ts'
import { countFailure, countSuccess, isStuffingSuspected } from './stuffing.ts'
import { verifyToken } from '../http/signed-token.ts'
import { accountKey } from './tokens.ts'
import { isKnownDevice, tryCode, type CaptchaCheck, captchaOnce } from './try-code.ts'

const WINDOW_SECONDS = QUESTION_LOOKUP.windowMinutes * 60

// Counts look-ups of all devices in a network together. The limit is high, because a network may be a cyber
// cafe (D11).
async function countNetwork(deps: Deps, kind: 'question' | 'answer', visitor: Visitor) {
  await countAccountLookup(deps)
  const counted = await countInWindow(deps.db, `${kind} network ${visitor.site}`, WINDOW_SECONDS, deps.now())
  // The first count above the limit logs one warning per window.
  if (counted.count === QUESTION_LOOKUP.perNetwork + 1)
    deps.log('warn', 'question.sweep', { kind, count: counted.count })
  return { ...counted, isUsedUp: counted.count > QUESTION_LOOKUP.perNetwork }
}

type NetworkCount = Awaited<ReturnType<typeof countNetwork>>

// The caller's `csrf` cookie, which recognises a device. A caller without the cookie gets one, and is refused
// while the network's share is used up.
function deviceCookieOf(deps: Deps, visitor: Visitor, { isUsedUp, windowEnds }: NetworkCount) {
  const deviceCookie = visitor.cookie('csrf')
  if (deviceCookie) return deviceCookie
  issueCsrf(deps.secrets, visitor)
  if (isUsedUp) throw refuse('too_many', { retryAfter: secondsUntil(windowEnds, deps.now()) })
  return undefined
}

// Look-ups of a question are limited per device (T2). Callers can invent cookies. So once the network's share
// is used, each look-up costs a captcha.
async function countLookUp(deps: Deps, visitor: Visitor, captcha: string) {
  const now = deps.now()
  const network = await countNetwork(deps, 'question', visitor)
  const deviceCookie = deviceCookieOf(deps, visitor, network)
  if (!deviceCookie) return
  const { count, windowEnds } = await countInWindow(
    deps.db,
    `question device ${deps.secrets.hmac('tally', deviceCookie).toString('base64url')}`,
    WINDOW_SECONDS,
    now,
  )
  if (count > QUESTION_LOOKUP.perDevice)
    throw refuse('too_many', { retryAfter: secondsUntil(windowEnds, now) })
  if (count > QUESTION_LOOKUP.withoutCaptcha || network.isUsedUp) await requireProofOfWork(deps, captcha)
}

// An unknown address always gets the same decoy question, which anyone might choose (C2).
const decoyQuestion = ({ secrets }: Deps, email: string) =>
  SUGGESTED_QUESTIONS[secrets.hmac('decoy-question', email).readUInt32BE(0) % SUGGESTED_QUESTIONS.length] ??
  SUGGESTED_QUESTIONS[0]

/**
 * Gives the security question of an account. An unknown account gets 404 with the specified sentence (S1 §7,
 * C2).
 */
export const getSecurityQuestion: Handler<'POST /api/security/question/'> = async (
  deps,
  { body, visitor },
) => {
  await countLookUp(deps, visitor, body.recaptchaToken)
  const email = normaliseEmail(body.email)
  const account = await findQuestion(deps.db, email)
  if (deps.config.accountLookUp === 'uniform' && !account?.security_question)
    return { question: decoyQuestion(deps, email) }
  if (!account) throw refuse('account_not_found')
  if (!account.security_question) throw refuse('question_not_set')
  return { question: account.security_question }
}

/** Whether the reset also needs an emailed code. The operator's setting RESET_STEP_UP says when. */
const mustStepUp = ({ config }: Deps, isKnown: boolean) =>
  config.resetStepUp === 'email' || (config.resetStepUp === 'unknown-device' && !isKnown)

// With RESET_STEP_UP, the first call with the right answer sends a code by email. This call does not count as
// a try. The second call must include the code. A call with a wrong code counts as a try of that code only.
async function requireEmailedCode(
  deps: Deps,
  visitor: Visitor,
  email: string,
  otp: string,
  solveCaptcha: CaptchaCheck,
  uncountTry: () => Promise<unknown>,
) {
  if (otp.trim()) return uncountOnFailure(tryCode(deps, visitor, email, otp, solveCaptcha), uncountTry)
  await uncountTry()
  await enqueueLimited(deps, 'accounts.reset-code', email, visitor.language)
  throw refuse('code_required', { fieldErrors: { otp: RESET.codeToo } })
}

// No account has this id, so no email is sent. An unknown address takes the same steps as others (T1).
const NO_USER_ID = 0

/**
 * Counts one try of the security answer before it is checked. Refuses `question_closed` after the last one.
 */
async function countAnswerTry(deps: Deps, triesKey: string, account: QuestionRow | undefined, now: Date) {
  const { count, windowEnds } = await deps.db.tx(async (tx) => {
    const counted = await countInWindow(tx, triesKey, SECURITY_ANSWER.hours * 3_600, now)
    // Only the first try of an answer above the limit sends the email, so the person gets it once.
    if (counted.count === SECURITY_ANSWER.tries + 1) {
      await enqueueEmail(tx, {
        topic: 'accounts.question-closed',
        payload: { userId: account?.id ?? NO_USER_ID },
        now,
      })
    }
    return counted
  })
  if (count > SECURITY_ANSWER.tries)
    throw refuse('question_closed', { retryAfter: secondsUntil(windowEnds, now) })
}

/**
 * Stores the new password, ends all sessions, locks and a waiting change of email, and queues the email with
 * the undo link. `codeId` is the emailed code that is used up; undefined when none was needed.
 */
const storeNewPassword = (
  deps: Deps,
  account: QuestionRow,
  reset: { newHash: string; codeId: number | undefined; addressKey: Buffer; triesKey: string; now: Date },
) =>
  deps.db.tx(async (tx) => {
    const { newHash, codeId, addressKey, triesKey, now } = reset
    if (codeId !== undefined && !(await consumeCode(tx, codeId, now))) throw refuse('wrong_code')
    // Do not overwrite a password that was changed meanwhile: "this was not me" could not restore it.
    if (!(await replacePassword(tx, account.id, account.password_hash, newHash))) throw refuse('conflict')
    await clearCounter(tx, triesKey)
    const resetId = randomUUID()
    const undoableUntil = new Date(now.getTime() + UNDO_RESET.hours * 3_600_000)
    await recordReset(tx, resetId, account.id, account.password_hash, undoableUntil)
    // The email is held from now on. The links of a change that waits must not tell its reader why (T1).
    await endPendingChange(tx, account.id, now)
    await endSessionsOf(tx, account.id)
    await endPasskeys(tx, account.id, now)
    await tx.run(deleteAllLocks(addressKey))
    await tx.run(passwordNotification(account.id, 'password_changed_by_question', now))
    await enqueueEmail(tx, {
      topic: 'accounts.reset-by-question',
      payload: { resetId, userId: account.id, at: now.toISOString() },
      now,
    })
  })

/**
 * Sets a new password for the right answer to the security question (C3). A person has five tries a day, each
 * counted before it is checked. After that the reset by question is closed, but login stays open. After too
 * many tries, from a network or portal-wide, a device that is new to the account solves a captcha first (T3).
 * Above the network's limit of look-ups, a caller without a cookie is refused (T2). All sessions end, and an
 * email with an undo link notifies the person.
 */
export const resetByQuestion: Handler<'POST /api/security/reset/'> = async (deps, { body, visitor }) => {
  const email = normaliseEmail(body.email)
  const now = deps.now()
  refuseKnownPassword(deps, body.new_password, email)
  // The responses of this reset show who has an account, as the look-up of the question does (T2).
  const network = await countNetwork(deps, 'answer', visitor)
  const addressKey = accountKey(deps.secrets, email)
  const solveCaptcha = captchaOnce(deps, body.recaptchaToken)
  const isKnown = isKnownDevice(deps, visitor, addressKey)
  if (!isKnown) {
    deviceCookieOf(deps, visitor, network)
    if (network.count > TRIES_WITHOUT_CAPTCHA.perNetwork || isStuffingSuspected(deps)) await solveCaptcha()
  }
  const account = await findQuestion(deps.db, email)
  // With this setting, the reply says whether the account exists and has a question (C2). With `uniform`, an
  // account that lacks one or does not exist gets the reply to a wrong answer.
  if (deps.config.accountLookUp === 'specified') {
    if (!account) throw refuse('account_not_found')
    if (!account.security_answer_hash) throw refuse('question_not_set')
  }
  const triesKey = answerTriesKey(addressKey)
  await countAnswerTry(deps, triesKey, account, now)
  const uncountTry = () => uncount(deps.db, triesKey)
  const isRightAnswer = await uncountOnFailure(
    deps.hasher.verify(account?.security_answer_hash ?? undefined, normaliseAnswer(body.answer)),
    uncountTry,
  )
  if (!isRightAnswer || !account) {
    await countFailure(deps, now)
    throw refuse('wrong_answer')
  }
  countSuccess(deps)
  const code = mustStepUp(deps, isKnown)
    ? await requireEmailedCode(deps, visitor, email, body.otp, solveCaptcha, uncountTry)
    : undefined
  const giveBack = async () => {
    await uncountTry()
    if (code) await giveBackTry(deps.db, code.id)
  }
  const newHash = await uncountOnFailure(deps.hasher.hash(body.new_password), giveBack)
  const reset = { newHash, codeId: code?.id, addressKey, triesKey, now }
  await uncountOnFailure(storeNewPassword(deps, account, reset), giveBack)
  return { message: RESET.updated }
}

/**
 * Handles the link "This was not me" (C3): restores the old password, removes the question, ends sessions.
 */
export const undoReset: Handler<'POST /api/security/undo-reset/{token}/'> = async (deps, { params }) => {
  const resetId = verifyToken(deps.secrets, 'undo-reset', params.token)
  const now = deps.now()
  const isUndone = await deps.db.tx(async (tx) => {
    const undone = resetId ? await undoRecordedResets(tx, resetId, now) : undefined
    if (!undone) return false
    await setPassword(tx, undone.user_id, undone.old_hash)
    await removeQuestion(tx, undone.user_id)
    await endPasskeys(tx, undone.user_id, now)
    await endSessionsOf(tx, undone.user_id)
    await tx.run(deleteAllLocks(accountKey(deps.secrets, undone.email)))
    await tx.run(passwordNotification(undone.user_id, 'password_change_undone', now))
    return true
  })
  if (!isUndone) throw refuse('not_found', { message: SECURITY.undoInvalid })
  return { message: SECURITY.undone }
}
