import { changePasswordErrors, type PasswordChange } from '../accounts/change-password.ts'
import { PASSWORD } from '../limits.ts'
import { STAFF } from './limits.ts'
import { STAFF_WORDS } from './words.ts'

/** One rule for a password at the invitation and for each after it. */
export const staffPasswordError = (password: string): string | undefined =>
  password.length < STAFF.passwordMinLength ? STAFF_WORDS.passwordShort : password.length > PASSWORD.maxLength ? STAFF_WORDS.passwordLong : undefined

export const staffPasswordChangeErrors = (passwordChange: PasswordChange) => changePasswordErrors(passwordChange, staffPasswordError)
