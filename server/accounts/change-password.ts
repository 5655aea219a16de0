import { CHANGE_PASSWORD } from '#contract/accounts/change-password.ts'
import { LOGIN_LOCK } from '#contract/accounts/limits.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { limitAttempts } from '../http/limit-attempts.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { endSessionsOf, newSession } from '../sessions/session.ts'
import { enqueueEmail } from '../outbox/enqueue-email.ts'
import { passwordNotification, passwordAttempts, refuseKnownPassword } from './passwords.ts'
import { findIdentity, replacePassword } from './store.ts'

// The screen reads the key `non_field_errors` for errors that belong to no form field (A5).
const lockedRefusal = (retryAfterSeconds: number) =>
  refuse('locked', {
    fieldErrors: { non_field_errors: REFUSALS.locked.message },
    retryAfter: retryAfterSeconds,
  })
const wrongPasswordRefusal = () => refuseFields({ current_password: CHANGE_PASSWORD.currentWrong })

/**
 * Sets a new password for a person who knows the old one (S2 §5, §8). Each try of the old password is counted
 * before it is checked, as at a login. So someone who found an open session cannot guess the password (A8).
 * Every session ends and this browser gets a new one, so that a copied token stops working (ASVS 7.2.4). The
 * person gets a notification and an email.
 */
export const changePassword: Handler<'POST /api/change-password/'> = async (
  deps,
  { applicant, body, visitor },
) => {
  const { userId } = applicant
  const now = deps.now()
  const person = await findIdentity(deps.db, userId, now)
  if (!person) throw refuse('signed_out')
  refuseKnownPassword(deps, body.new_password, person.email)
  // When this check returns undefined, the password was wrong and the try counts as failed.
  const isRightPassword = await limitAttempts(
    deps.db,
    passwordAttempts(userId),
    LOGIN_LOCK,
    now,
    lockedRefusal,
    async () => ((await deps.hasher.verify(person.password_hash, body.current_password)) ? true : undefined),
  )
  if (!isRightPassword) throw wrongPasswordRefusal()
  const newHash = await deps.hasher.hash(body.new_password)
  const session = newSession(deps, { userId, passwordHash: newHash }, visitor)
  await deps.db.tx(async (tx) => {
    // Returns false when the password was changed after it was checked.
    if (!(await replacePassword(tx, userId, person.password_hash, newHash))) throw wrongPasswordRefusal()
    await endSessionsOf(tx, userId)
    await tx.run(session.insertion)
    await tx.run(passwordNotification(userId, 'password_changed', now))
    await enqueueEmail(tx, {
      topic: 'accounts.password-changed-inside',
      payload: { userId, at: now.toISOString() },
      now,
    })
  })
  session.setBindingCookie()
  return {
    message: CHANGE_PASSWORD.done,
    token: session.token,
    expires_at: session.expiresAt.toISOString(),
    server_time: now.toISOString(),
  }
}
