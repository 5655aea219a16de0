import { LOGIN_LOCK } from '#contract/accounts/limits.ts'
import type { FieldErrors } from '#contract/endpoint.ts'
import { REFUSALS } from '#contract/refusals.ts'
import type { Deps } from '../deps.ts'
import { limitAttempts } from '../http/limit-attempts.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import { passwordAttempts } from './passwords.ts'
import { findIdentity } from './store.ts'

// The screens read the key `non_field_errors` for errors that belong to no form field (A5).
const lockedRefusal = (retryAfterSeconds: number) =>
  refuse('locked', {
    fieldErrors: { non_field_errors: REFUSALS.locked.message },
    retryAfter: retryAfterSeconds,
  })

/**
 * Requires that a logged-in person gives their password again. Each try is counted before it is checked, as
 * at a login. So someone who found an open session cannot guess the password (A8). A wrong password is
 * refused with `wrong`.
 */
export async function requirePassword(
  deps: Deps,
  userId: number,
  { password, wrong }: { password: string; wrong: FieldErrors },
) {
  const now = deps.now()
  const person = await findIdentity(deps.db, userId, now)
  if (!person) throw refuse('signed_out')
  // When this check returns undefined, the password was wrong and the try counts as failed.
  const isRight = await limitAttempts(
    deps.db,
    passwordAttempts(userId),
    LOGIN_LOCK,
    now,
    lockedRefusal,
    async () => ((await deps.hasher.verify(person.password_hash, password)) ? true : undefined),
  )
  if (!isRight) throw refuseFields(wrong)
  return person
}
