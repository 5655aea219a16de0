import { CHANGE_PASSWORD } from './change-password.ts'
import type { FieldErrors } from '../endpoint.ts'
import { emailError, REGISTRATION } from './registration-rules.ts'

/**
 * Sentences about a change of the email address. None of them reveals whether an address has an account (T1).
 */
export const EMAIL_CHANGE_WORDS = {
  asked:
    'We emailed both addresses. Open the link in each email. Your email changes when both are confirmed.',
  same: 'This is the email address of your account already',
  password: CHANGE_PASSWORD.current,
  wrongPassword: CHANGE_PASSWORD.currentWrong,
  tooMany: 'You have asked for three changes in the last hour. Please try again later.',
  held: 'Your password was changed with the security question less than 24 hours ago. You can change your email 24 hours after that.',
  failed: 'Your email could not be changed. Please try again.',
  takenBack: 'The change is taken back. Your email stays as it is.',
  oneConfirmed: 'This address is confirmed. Now open the link that we sent to the other address.',
  changed: 'Your email is changed. Log in with the new address from now on.',
  linkInvalid:
    'This link does not work any more. If you still want to change your email, log in and ask again.',
  taken: 'This address cannot be used for your account. Your email stays as it is.',
  undone:
    'Your old email address is back, and every device is logged out. Now choose a new password: someone may know the old one.',
  undoInvalid:
    'This link does not work any more. If someone else changed your email, please write to us at once.',
} as const

/** The field errors of the form that asks to change the email address, for browser and server. */
export const emailChangeErrors = ({ email, password }: { email: string; password: string }): FieldErrors => ({
  ...(emailError(email) ? { email: REGISTRATION.email } : {}),
  ...(password ? {} : { password: EMAIL_CHANGE_WORDS.password }),
})
