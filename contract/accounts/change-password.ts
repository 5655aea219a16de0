import { SECURITY } from './words.ts'
import type { FieldErrors } from '../endpoint.ts'
import { PASSWORD_WORDS, resetPasswordError } from './passwords.ts'

/** Sentences of S2 §5 and §8. */
export const CHANGE_PASSWORD = {
  current: 'Current password is required',
  currentWrong: 'Current password is incorrect',
  next: 'New password is required',
  nextInvalid: 'Invalid new password',
  again: 'Please confirm your new password',
  mismatch: PASSWORD_WORDS.mismatch,
  same: 'New password must be different from current password',
  failed: 'Failed to change password. Please try again.',
  network: SECURITY.network,
  done: 'Password changed successfully!',
} as const

export type PasswordChange = { current_password: string; new_password: string; re_new_password: string }

/**
 * S2 §5 Change password: field errors, the same on both sides. `rule` checks the new password; officers pass
 * a stricter one.
 */
export const changePasswordErrors = (
  passwordChange: PasswordChange,
  rule: (password: string) => string | undefined = resetPasswordError,
): FieldErrors => {
  const errors: FieldErrors = {}
  if (!passwordChange.current_password) errors.current_password = CHANGE_PASSWORD.current
  const next = passwordChange.new_password
    ? (rule(passwordChange.new_password) ??
      (passwordChange.new_password === passwordChange.current_password ? CHANGE_PASSWORD.same : undefined))
    : CHANGE_PASSWORD.next
  if (next) errors.new_password = next
  const again = passwordChange.re_new_password
    ? passwordChange.re_new_password === passwordChange.new_password
      ? undefined
      : CHANGE_PASSWORD.mismatch
    : CHANGE_PASSWORD.again
  if (again) errors.re_new_password = again
  return errors
}
