import { RESET } from '#contract/accounts/words.ts'
import { normaliseEmail } from '#contract/normalise.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { endSessionsOf } from '../sessions/session.ts'
import { uncountOnFailure } from '../counters.ts'
import { enqueueEmail } from '../outbox/enqueue-email.ts'
import { endPasskeys } from './passkeys.ts'
import { enqueueLimited } from './emails-limit.ts'
import { deleteAllLocks } from './lock.ts'
import { passwordNotification, refuseKnownPassword } from './passwords.ts'
import { consumeCode, giveBackTry, markVerified, removeQuestion, setPassword } from './store.ts'
import { accountKey } from './tokens.ts'
import { tryCode, captchaOnce } from './try-code.ts'

/**
 * Asks for a reset code. Every address gets the same answer. The account is looked up only when the email is
 * sent (A2, T1).
 */
export const requestReset: Handler<'POST /api/password-reset-request/'> = async (deps, { body, visitor }) => {
  await enqueueLimited(deps, 'accounts.reset-code', normaliseEmail(body.email), visitor.language)
  return { message: RESET.requested }
}

/** Checks an emailed reset code without using it up (A3). */
export const verifyOtp: Handler<'POST /api/verify-otp/'> = async (deps, { body, visitor }) => {
  const code = await tryCode(
    deps,
    visitor,
    normaliseEmail(body.email),
    body.otp,
    captchaOnce(deps, body.recaptchaToken),
  )
  await giveBackTry(deps.db, code.id)
  return { message: RESET.codeGood }
}

/** Uses up the reset code and stores the new password. Refuses `wrong_code` when the code is already used. */
const storeNewPassword = (
  deps: Deps,
  { email, code, hash }: { email: string; code: { id: number; user_id: number }; hash: string },
) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    if (!(await consumeCode(tx, code.id, now))) throw refuse('wrong_code')
    await setPassword(tx, code.user_id, hash)
    const hadQuestion = await removeQuestion(tx, code.user_id)
    await endPasskeys(tx, code.user_id, now)
    // The reset code was sent to this address, so the address belongs to the person.
    await markVerified(tx, code.user_id, now)
    await endSessionsOf(tx, code.user_id)
    await tx.run(deleteAllLocks(accountKey(deps.secrets, email)))
    await tx.run(passwordNotification(code.user_id, 'password_changed_by_code', now))
    await enqueueEmail(tx, {
      topic: 'accounts.password-changed',
      payload: { userId: code.user_id, at: now.toISOString(), hadQuestion },
      now,
    })
  })

/**
 * Checks the reset code again, uses it up and sets the new password. Every session ends (A3). The security
 * question and the passkeys are removed too: an intruder may have set their own, and could return with them
 * (T5).
 */
export const updatePassword: Handler<'POST /api/update-password/'> = async (deps, { body, visitor }) => {
  const email = normaliseEmail(body.email)
  refuseKnownPassword(deps, body.new_password, email)
  const code = await tryCode(deps, visitor, email, body.otp, captchaOnce(deps, body.recaptchaToken))
  // When a later step fails, for instance because the hasher is busy, this try of the code does not count.
  const giveBack = () => giveBackTry(deps.db, code.id)
  const hash = await uncountOnFailure(deps.hasher.hash(body.new_password), giveBack)
  await uncountOnFailure(storeNewPassword(deps, { email, code, hash }), giveBack)
  return { message: RESET.updated }
}
