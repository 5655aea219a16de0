import { RESET } from '#contract/account-words.ts'
import { RESET_CODE } from '#contract/limits.ts'
import { normaliseEmail } from '#contract/normalise.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { Act } from '../http/serve.ts'
import { endSessionsOf } from '../http/session.ts'
import { judging } from '../http/tally.ts'
import { sameBytes } from '../http/visitor.ts'
import { promise } from '../outbox/promise.ts'
import { promiseAtMost } from './letters-limit.ts'
import { forgettingAll } from './lock.ts'
import { passwordNotice, refuseKnown } from './passwords.ts'
import { consumeCode, giveBackTry, markVerified, setPassword, spendTry } from './store.ts'
import { accountKey, resetCode } from './tokens.ts'

/** A2, T1: one sentence for every address; the letter decides later whether there is anything to send. */
export const requestReset: Act<'POST /api/password-reset-request/'> = async (deps, { body }) => {
  await promiseAtMost(deps, 'accounts.reset-code', normaliseEmail(body.email))
  return { message: RESET.requested }
}

// Counted first, judged after, in one counter for both calls (T4).
export async function tryCode(deps: Deps, email: string, otp: string) {
  const code = await spendTry(deps.db, email, deps.now(), RESET_CODE.tries)
  if (!code || !sameBytes(Buffer.from(resetCode(deps.secrets, code.nonce)), Buffer.from(otp.replace(/\s/g, '')))) throw refuse('wrong_code')
  return code
}

/** A3: says whether the code is right and leaves it as it is. */
export const verifyOtp: Act<'POST /api/verify-otp/'> = async (deps, { body }) => {
  const code = await tryCode(deps, normaliseEmail(body.email), body.otp)
  await giveBackTry(deps.db, code.id)
  return { message: RESET.codeGood }
}

/** A3: checks the code again and uses it up; everybody who was signed in is signed out. */
export const updatePassword: Act<'POST /api/update-password/'> = async (deps, { body }) => {
  const email = normaliseEmail(body.email)
  refuseKnown(deps, body.new_password, email)
  const code = await tryCode(deps, email, body.otp)
  const hash = await judging(deps.hasher.hash(body.new_password), () => giveBackTry(deps.db, code.id))
  const now = deps.now()
  await deps.db.tx(async (tx) => {
    if (!(await consumeCode(tx, code.id, now))) throw refuse('wrong_code')
    await setPassword(tx, code.user_id, hash)
    // The code came through the address, so the address is the person's.
    await markVerified(tx, code.user_id, now)
    await endSessionsOf(tx, code.user_id)
    await tx.run(forgettingAll(accountKey(deps.secrets, email)))
    await tx.run(passwordNotice(code.user_id, 'Your password was changed with a code that we emailed to you.', now))
    await promise(tx, { topic: 'accounts.password-changed', payload: { userId: code.user_id, at: now.toISOString() }, now })
  })
  return { message: RESET.updated }
}
