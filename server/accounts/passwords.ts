import { PASSWORD_WORDS } from '#contract/accounts/passwords.ts'
import type { Deps } from '../deps.ts'
import { refuseFields } from '../http/refuse.ts'
import { notificationInsert } from '../notifications/add-notification.ts'
import { isKnownPassword } from './known-passwords.ts'

/** Refuses a new password that everybody knows, in the keys the reset screens read (A6, C7). */
export const refuseKnown = (deps: Deps, password: string, email: string) => {
  if (isKnownPassword(password, [email, email.split('@')[0] ?? '', deps.config.organisation.acronym]))
    throw refuseFields({ new_password: PASSWORD_WORDS.known })
}

/** S2 §2: whoever signs in next finds that the password was changed, and how; a letter tells it too. */
export const passwordNotification = (userId: number, message: string, now: Date) =>
  notificationInsert({ userId, type: 'password_changed', message, url: '/dashboard/settings', now })

/** Where tries of a password are counted that come from inside its account. No stranger gets here, so all of them count together. */
export const passwordAttempts = (userId: number) => ({ account: `password day ${userId}`, source: `password ${userId}`, known: false })
