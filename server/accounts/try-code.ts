import { RESET_CODE } from '#contract/accounts/limits.ts'
import { RESET_FREE } from '#contract/accounts/reset-limits.ts'
import { RESET } from '#contract/accounts/words.ts'
import { requireWork } from '../captcha/require-captcha.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { findCounters, uncount, uncountOnFailure, secondsUntil, countInWindow } from '../http/counters.ts'
import { knownDevice, sameBytes, type Visitor } from '../http/visitor.ts'
import { codesKey } from './lock.ts'
import { countFailure, countGood, tryingLists } from './stuffing.ts'
import { spendTry } from './store.ts'
import { accountKey, resetCode } from './tokens.ts'

const DAY_SECONDS = 86_400

/** The captcha check of one call. It runs once, however often the call requires it. */
export type Work = () => Promise<void>
export const workOf = (deps: Deps, token: string): Work => {
  let done: Promise<void> | undefined
  return () => (done ??= requireWork(deps, token))
}

/** True for a device on which this account has logged in before (C4). */
export const isKnown = ({ secrets }: Deps, visitor: Visitor, account: Buffer) =>
  knownDevice(secrets, visitor, account.toString('base64url')) !== undefined

const closed = (windowEnds: Date, now: Date) =>
  refuse('codes_closed', { faults: { otp: RESET.codesClosed }, retryAfter: secondsUntil(windowEnds, now) })

/**
 * Tries the code that was emailed to an address, known or unknown (T1). Each try is counted before it is
 * checked (T4): five for a code, fifty wrong ones a day for strangers, and as many again for devices that the
 * account knows. After too many tries, at the account, from a network or portal-wide, a device that is new to
 * the account solves a captcha first (T3). Returns the code; a right try does not count.
 */
export async function tryCode(deps: Deps, visitor: Visitor, email: string, otp: string, work: Work) {
  const now = deps.now()
  const account = accountKey(deps.secrets, email)
  const [mine, network] = [codesKey(account), `codes network ${visitor.site}`]
  const known = isKnown(deps, visitor, account)
  const most = known ? 2 * RESET_CODE.perDay : RESET_CODE.perDay
  const before = await findCounters(deps.db, [mine, network], now)
  const until = before.get(mine)
  if (until && until.count >= most) throw closed(until.windowEnds, now)
  const suspect =
    tryingLists(deps) ||
    (until?.count ?? 0) >= RESET_CODE.tries ||
    (before.get(network)?.count ?? 0) >= RESET_FREE.perNetwork
  if (!known && suspect) await work()
  const { count, windowEnds } = await countInWindow(deps.db, mine, DAY_SECONDS, now)
  const giveBack = () => uncount(deps.db, mine)
  // Of concurrent tries, each sees all tries before it.
  if (count > most) {
    await giveBack()
    throw closed(windowEnds, now)
  }
  if (!known && count > RESET_CODE.tries) await uncountOnFailure(work(), giveBack)
  const code = await uncountOnFailure(spendTry(deps.db, email, now, RESET_CODE.tries), giveBack)
  if (
    !code ||
    !sameBytes(Buffer.from(resetCode(deps.secrets, code.nonce)), Buffer.from(otp.replace(/\s/g, '')))
  ) {
    await countInWindow(deps.db, network, RESET_FREE.minutes * 60, now)
    await countFailure(deps, undefined, now)
    throw refuse('wrong_code')
  }
  await giveBack()
  countGood(deps)
  return code
}
