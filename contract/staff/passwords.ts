import { changePasswordErrors, type PasswordChange } from '../accounts/change-password.ts'
import { PASSWORD } from '../accounts/limits.ts'
import { STAFF } from './limits.ts'
import { STAFF_WORDS } from './words.ts'

/** The error of an officer's new password; undefined when it is allowed. */
export const staffPasswordError = (password: string): string | undefined => {
  if (password.length < STAFF.passwordMinLength) return STAFF_WORDS.passwordShort
  return password.length > PASSWORD.maxLength ? STAFF_WORDS.passwordLong : undefined
}

/** The field errors of the form in which an officer changes their own password. */
export const staffPasswordChangeErrors = (passwordChange: PasswordChange) =>
  changePasswordErrors(passwordChange, staffPasswordError)
