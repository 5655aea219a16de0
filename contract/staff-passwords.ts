import { changePasswordFaults, type PasswordChange } from './change-password.ts'
import { PASSWORD } from './limits.ts'
import { STAFF } from './staff-limits.ts'
import { STAFF_WORDS } from './staff-words.ts'

/** One rule for a password at the invitation and for each after it. */
export const staffPasswordFault = (password: string): string | undefined =>
  password.length < STAFF.passwordMinLength ? STAFF_WORDS.passwordShort : password.length > PASSWORD.maxLength ? STAFF_WORDS.passwordLong : undefined

export const staffPasswordChangeFaults = (it: PasswordChange) => changePasswordFaults(it, staffPasswordFault)
