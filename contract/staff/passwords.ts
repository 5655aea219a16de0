import { changePasswordErrors, type PasswordChange } from '../accounts/change-password.ts'
import { PASSWORD } from '../accounts/limits.ts'
import { STAFF } from './limits.ts'
import { STAFF_WORDS } from './words.ts'

/** The rule for every password of an officer: the sentence to show, or undefined. */
export const staffPasswordError = (password: string): string | undefined =>
  password.length < STAFF.passwordMinLength
    ? STAFF_WORDS.passwordShort
    : password.length > PASSWORD.maxLength
      ? STAFF_WORDS.passwordLong
      : undefined

export const staffPasswordChangeErrors = (passwordChange: PasswordChange) =>
  changePasswordErrors(passwordChange, staffPasswordError)
