import { CHANGE_PASSWORD } from '#contract/change-password.ts'
import { LOGIN_LOCK } from '#contract/limits.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { refuse, refuseFaults } from '../http/refuse.ts'
import type { Act } from '../http/serve.ts'
import { endOtherSessions } from '../http/session.ts'
import { clearTally, giveBackTally, judging, secondsUntil, tally } from '../http/tally.ts'
import { promise } from '../outbox/promise.ts'
import { passwordNotice, refuseKnown } from './passwords.ts'
import { findIdentity, replacePassword } from './store.ts'

const wrong = () => refuseFaults({ current_password: CHANGE_PASSWORD.currentWrong })

/**
 * S2 §5, §8: a new password for who knows the old one. Tries are counted before they are judged, as at a login (A8): who
 * found an open session must not find the password with it. Every other session ends; a notice and a letter tell.
 */
export const changePassword: Act<'POST /api/change-password/'> = async (deps, { applicant, body }) => {
  const { userId, session } = applicant
  const now = deps.now()
  const person = await findIdentity(deps.db, userId, now)
  if (!person) throw refuse('signed_out')
  refuseKnown(deps, body.new_password, person.email)
  const key = `password ${userId}`
  const { count, windowEnds } = await tally(deps.db, key, LOGIN_LOCK.minutes * 60, now)
  // A5: the screen reads this key for what belongs to no field.
  if (count > LOGIN_LOCK.failures) throw refuse('locked', { faults: { non_field_errors: REFUSALS.locked.message }, retryAfter: secondsUntil(windowEnds, now) })
  const giveBack = () => giveBackTally(deps.db, key)
  if (!(await judging(deps.hasher.verify(person.password_hash, body.current_password), giveBack))) throw wrong()
  const hash = await judging(deps.hasher.hash(body.new_password), giveBack)
  await deps.db.tx(async (tx) => {
    if (!(await replacePassword(tx, userId, person.password_hash, hash))) throw wrong()
    await clearTally(tx, key)
    await endOtherSessions(tx, userId, session)
    await tx.run(passwordNotice(userId, 'Your password was changed.', now))
    await promise(tx, { topic: 'accounts.password-changed-inside', payload: { userId, at: now.toISOString() }, now })
  })
  return { message: CHANGE_PASSWORD.done }
}
