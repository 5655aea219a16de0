import { CHANGE_PASSWORD } from '#contract/accounts/change-password.ts'
import { PASSWORD_WORDS } from '#contract/accounts/passwords.ts'
import { isKnownPassword } from '../accounts/known-passwords.ts'
import type { Deps } from '../deps.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { endOtherStaffSessions, renewStaffSession } from '../sessions/staff-session.ts'
import { enqueueEmail } from '../outbox/enqueue-email.ts'
import { keyOf, limitOfficerAttempts, loggedInKeys } from './limit-attempts.ts'
import { recordAudit } from './record-audit.ts'
import { findStaff, replaceStaffPassword } from './store.ts'

/** Words that everyone knows about an officer, such as the email address. They may not be the password. */
const wordsAbout = ({ config }: Deps, email: string) => [
  email,
  email.split('@')[0] ?? '',
  config.organisation.acronym,
]

/** Refuses a well-known new password of an officer, with the error at `field` (C7). */
export const refuseKnownPassword = (deps: Deps, field: string, password: string, email: string): void => {
  if (isKnownPassword(password, wordsAbout(deps, email)))
    throw refuseFields({ [field]: PASSWORD_WORDS.known })
}

const wrongPassword = () => refuseFields({ current_password: CHANGE_PASSWORD.currentWrong })

/**
 * Changes the password of an officer who knows the old one (ASVS 6.2.2). It ends all other sessions, and all
 * login tickets for the old password. This session gets a new token, so that a cookie copied earlier opens
 * nothing.
 */
export const changeOwnPassword: Handler<'POST /api/staff/change-password/'> = async (
  deps,
  { body, staff, visitor },
) => {
  const now = deps.now()
  refuseKnownPassword(deps, 'new_password', body.new_password, staff.email)
  const officer = await findStaff(deps.db, staff.id)
  if (!officer) throw refuse('signed_out')
  // An officer without a password gives undefined, for which `verify` takes as long, and fails. The limiter
  // counts that as a failed attempt.
  const isCorrect = await limitOfficerAttempts(deps, loggedInKeys(keyOf(deps, staff.email)), async () =>
    (await deps.hasher.verify(officer.password_hash || undefined, body.current_password)) ? true : undefined,
  )
  if (!isCorrect) throw wrongPassword()
  const hash = await deps.hasher.hash(body.new_password)
  // The new cookie is set only after the transaction has committed.
  const giveCookie = await deps.db.tx(async (tx) => {
    // No row changes when the officer's password or access was changed while the old password was verified.
    if (!(await replaceStaffPassword(tx, staff.id, officer.password_hash, hash))) throw wrongPassword()
    await endOtherStaffSessions(tx, staff, now)
    await recordAudit(tx, staff, { act: 'password.changed' }, now)
    await enqueueEmail(tx, {
      topic: 'staff.password-changed',
      payload: { staffId: staff.id, at: now.toISOString() },
      now,
    })
    return renewStaffSession(tx, staff, now)
  })
  giveCookie(visitor)
  return { message: CHANGE_PASSWORD.done }
}
