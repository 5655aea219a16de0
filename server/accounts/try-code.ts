import { RESET_CODE } from '#contract/accounts/limits.ts'
import { TRIES_WITHOUT_CAPTCHA } from '#contract/accounts/reset-limits.ts'
import { RESET } from '#contract/accounts/words.ts'
import { requireProofOfWork } from '../captcha/require-captcha.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { findCounters, uncount, uncountOnFailure, secondsUntil, countInWindow } from '../counters.ts'
import { knownDevice, sameBytes, type Visitor } from '../http/visitor.ts'
import { codeTriesKey } from './lock.ts'
import { countFailure, countSuccess, isStuffingSuspected } from './stuffing.ts'
import { spendTry } from './store.ts'
import { accountKey, resetCode } from './tokens.ts'

const DAY_SECONDS = 86_400

/** The captcha check of one call. It runs only once, even if several steps of the call require it. */
export type CaptchaCheck = () => Promise<void>
export const captchaOnce = (deps: Deps, token: string): CaptchaCheck => {
  let pendingCheck: Promise<void> | undefined
  return () => {
    pendingCheck ??= requireProofOfWork(deps, token)
    return pendingCheck
  }
}

/** True for a device on which this account has logged in before (C4). */
export const isKnownDevice = ({ secrets }: Deps, visitor: Visitor, account: Buffer) =>
  knownDevice(secrets, visitor, account.toString('base64url')) !== undefined

const codesClosedRefusal = (windowEnds: Date, now: Date) =>
  refuse('codes_closed', {
    fieldErrors: { otp: RESET.codesClosed },
    retryAfter: secondsUntil(windowEnds, now),
  })

/**
 * Tries `otp` as the reset code that was emailed to an address, known or unknown (T1). Each try is counted
 * before it is checked (T4). Each code has five tries. An account has fifty wrong tries a day, and as many
 * again for devices that it knows. After too many tries, at the account, from a network or portal-wide, a
 * device that is new to the account solves a captcha first (T3). Returns the code. A try with the right code
 * does not count, and neither does one without a code.
 */
export async function tryCode(
  deps: Deps,
  visitor: Visitor,
  email: string,
  otp: string,
  solveCaptcha: CaptchaCheck,
) {
  const typedCode = Buffer.from(otp.replace(/\s/g, ''))
  if (typedCode.length === 0) throw refuse('wrong_code')
  const now = deps.now()
  const account = accountKey(deps.secrets, email)
  const [triesKey, networkKey] = [codeTriesKey(account), `codes network ${visitor.site}`]
  const isKnown = isKnownDevice(deps, visitor, account)
  const maxTries = isKnown ? 2 * RESET_CODE.perDay : RESET_CODE.perDay
  const counters = await findCounters(deps.db, [triesKey, networkKey], now)
  const dayTries = counters.get(triesKey)
  if (dayTries && dayTries.count >= maxTries) throw codesClosedRefusal(dayTries.windowEnds, now)
  const isSuspect =
    isStuffingSuspected(deps) ||
    (dayTries?.count ?? 0) >= RESET_CODE.tries ||
    (counters.get(networkKey)?.count ?? 0) >= TRIES_WITHOUT_CAPTCHA.perNetwork
  if (!isKnown && isSuspect) await solveCaptcha()
  const { count, windowEnds } = await countInWindow(deps.db, triesKey, DAY_SECONDS, now)
  const uncountTry = () => uncount(deps.db, triesKey)
  // Check both limits again: several tries at once may have passed the check above uncounted.
  if (count > maxTries) {
    await uncountTry()
    throw codesClosedRefusal(windowEnds, now)
  }
  if (!isKnown && count > RESET_CODE.tries) await uncountOnFailure(solveCaptcha(), uncountTry)
  const code = await uncountOnFailure(spendTry(deps.db, email, now, RESET_CODE.tries), uncountTry)
  if (!code || !sameBytes(Buffer.from(resetCode(deps.secrets, code.nonce)), typedCode)) {
    await countInWindow(deps.db, networkKey, TRIES_WITHOUT_CAPTCHA.minutes * 60, now)
    await countFailure(deps, now)
    throw refuse('wrong_code')
  }
  await uncountTry()
  countSuccess(deps)
  return code
}
