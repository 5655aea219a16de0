import { PASSWORD_WORDS } from '#contract/accounts/passwords.ts'
import type { Deps } from '../deps.ts'
import { refuseFields } from '../http/refuse.ts'
import { notificationInsert } from '../notifications/add-notification.ts'
import { isKnownPassword } from './known-passwords.ts'

/** Refuses a new password that is easy to guess. The reset screens read the key `new_password` (A6, C7). */
export const refuseKnownPassword = (deps: Deps, password: string, email: string) => {
  if (isKnownPassword(password, [email, email.split('@')[0] ?? '', deps.config.organisation.acronym]))
    throw refuseFields({ new_password: PASSWORD_WORDS.known })
}

type PasswordNotification =
  | 'password_changed'
  | 'password_changed_by_code'
  | 'password_changed_by_question'
  | 'password_change_undone'
  | 'question_changed'

/**
 * At the next login, this notification says that the password was changed, and how (S2 §2). An email says the
 * same.
 */
export const passwordNotification = (userId: number, kind: PasswordNotification, now: Date) =>
  notificationInsert({ userId, kind, values: {}, url: '/dashboard/settings', now })

/**
 * The counters for password tries by a logged-in person. No stranger reaches this check, so all tries at an
 * account count as one source. `known` is false, so these tries also count towards the limit of the day.
 */
export const passwordAttempts = (userId: number) => ({
  account: `password day ${userId}`,
  source: `password ${userId}`,
  known: false,
})
