import type { HelpedPerson } from '#contract/support/endpoints.ts'
import { SUPPORT_WORDS } from '#contract/support/words.ts'
import { deleteAllLocks, findLocks } from '../accounts/lock.ts'
import { unlockQuestion, questionClosedUntil } from '../accounts/question-lock.ts'
import { accountKey } from '../accounts/tokens.ts'
import { resendVerificationFor } from '../accounts/verify-email.ts'
import type { Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { endSessionsOf } from '../sessions/session.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { addNotification, type NotificationContent } from '../notifications/add-notification.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { requirePerson, searchAgain } from './handle.ts'
import { countShown } from './people-shown.ts'
import { presentHelped } from './person.ts'
import { findHelped, type HelpedRow, lockHelped } from './store.ts'

/** What support did for a person: for the audit log, and for the notification to that person. */
type Help = {
  act: string
  reason: string
  notification: NotificationContent
  detail?: Record<string, unknown>
}
type HelpCall = { params: { handle: string }; staff: Staff }

/**
 * Does one support action for one person. The action, its notification and its audit entry happen together or
 * not at all.
 * @throws refuse `not_found` when the handle is not valid any more
 */
export const helpPerson = (
  deps: Deps,
  { params, staff }: HelpCall,
  help: (tx: Tx, person: HelpedRow, now: Date) => Promise<Help>,
): Promise<HelpedPerson> =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const person = await lockHelped(tx, requirePerson(deps, staff, params.handle), now)
    if (!person) throw searchAgain()
    await countShown(tx, staff, [person.id], now)
    const { act: action, reason, notification, detail } = await help(tx, person, now)
    await addNotification(tx, { ...notification, userId: person.id, url: '/dashboard/profile', now })
    await recordAudit(
      tx,
      staff,
      { act: action, userId: person.id, reason: reason.trim(), ...(detail ? { detail } : {}) },
      now,
    )
    return presentHelped(tx, deps, await findHelped(tx, person.id, now), staff)
  })

/**
 * Sends the person's verification email again. It counts as one of the three that the person can request each
 * hour (T23).
 */
export const sendVerification: Handler<'POST /api/staff/support/people/{handle}/verification/'> = (
  deps,
  request,
) =>
  helpPerson(deps, request, async (tx, person) => {
    if (person.email_verified_at) throw refuse('conflict', { message: SUPPORT_WORDS.verified })
    // False when the person has already got three verification emails in this hour.
    if (!(await resendVerificationFor(tx, deps, person.email)))
      throw refuse('too_many', { message: SUPPORT_WORDS.tooManyEmails })
    return {
      act: 'support.verification_sent',
      reason: request.body.reason,
      notification: { kind: 'verification_sent', values: {} },
    }
  })

/**
 * Unlocks a person's account as a password reset does. It clears the failed logins, the daily limit, and the
 * wrong answers to the security question (A8, C3, C4).
 */
export const unlockAccount: Handler<'POST /api/staff/support/people/{handle}/unlock/'> = (deps, request) =>
  helpPerson(deps, request, async (tx, person, now) => {
    const account = accountKey(deps.secrets, person.email)
    const locks = await findLocks(tx, account, now)
    // `ceiling_until`: until then every new device is locked out, because failed logins reached the daily
    // limit.
    const isLockedEverywhere = Boolean(locks?.ceiling_until)
    const isLoginLocked = Boolean(locks?.places) || isLockedEverywhere
    const isQuestionLocked = (await questionClosedUntil(tx, account, now)) !== undefined
    if (!isLoginLocked && !isQuestionLocked) throw refuse('conflict', { message: SUPPORT_WORDS.notLocked })
    if (isLoginLocked) await tx.run(deleteAllLocks(account))
    if (isQuestionLocked) await tx.run(unlockQuestion(account))
    const detail = {
      places: locks?.places ?? 0,
      everywhere: isLockedEverywhere,
      question: isQuestionLocked,
    }
    return {
      act: 'support.lock_lifted',
      reason: request.body.reason,
      notification: {
        kind: 'support_unlocked',
        values: { login: isLoginLocked, question: isQuestionLocked },
      },
      detail,
    }
  })

export const endSessions: Handler<'POST /api/staff/support/people/{handle}/log-out/'> = (deps, request) =>
  helpPerson(deps, request, async (tx, person) => {
    const ended = await endSessionsOf(tx, person.id)
    // `person.sessions`, unlike `ended`, has no expired sessions: in those the person was not logged in.
    if (person.sessions === 0) throw refuse('conflict', { message: SUPPORT_WORDS.notLoggedIn })
    return {
      act: 'support.sessions_ended',
      reason: request.body.reason,
      notification: { kind: 'support_logged_out', values: {} },
      detail: { ended },
    }
  })
