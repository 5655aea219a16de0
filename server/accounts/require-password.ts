import { LOGIN_LOCK } from '#contract/accounts/limits.ts'
import type { FieldErrors } from '#contract/endpoint.ts'
import { REFUSALS } from '#contract/refusals.ts'
import type { Deps } from '../deps.ts'
import { limitAttempts } from '../http/limit-attempts.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import { passwordAttempts } from './passwords.ts'
import { findIdentity } from './store.ts'

// The screens read `non_field_errors` for errors that belong to no field (A5).
const lockedRefusal = (retryAfterSeconds: number) =>
  refuse('locked', { faults: { non_field_errors: REFUSALS.locked.message }, retryAfter: retryAfterSeconds })

/**
 * The logged-in person, who gave their password again. Tries are counted before they are checked, as at a
 * login: someone who found an open session must not be able to guess the password (A8). A wrong one is
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
  // Undefined means a wrong password, which counts as a failed attempt.
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
