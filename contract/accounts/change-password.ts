import { SECURITY } from './words.ts'
import type { FieldErrors } from '../endpoint.ts'
import { PASSWORD_WORDS, resetPasswordError } from './passwords.ts'

/** Sentences for the page on which a person changes their password (S2 §5, §8). */
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

/** Returns the sentence that explains why a password is not allowed; undefined for an allowed password. */
type PasswordRule = (password: string) => string | undefined

const errorOfNewPassword = (
  { current_password: current, new_password: newPassword }: PasswordChange,
  rule: PasswordRule,
) => {
  if (!newPassword) return CHANGE_PASSWORD.next
  return rule(newPassword) ?? (newPassword === current ? CHANGE_PASSWORD.same : undefined)
}

const errorOfRepeat = ({ new_password: newPassword, re_new_password: repeated }: PasswordChange) => {
  if (!repeated) return CHANGE_PASSWORD.again
  return repeated === newPassword ? undefined : CHANGE_PASSWORD.mismatch
}

/**
 * The field errors of the form that changes a password, for browser and server (S2 §5). `rule` checks the new
 * password: officers have a stricter rule than applicants.
 */
export const changePasswordErrors = (
  passwordChange: PasswordChange,
  rule: PasswordRule = resetPasswordError,
): FieldErrors => {
  const errors: FieldErrors = {}
  if (!passwordChange.current_password) errors.current_password = CHANGE_PASSWORD.current
  const newPasswordError = errorOfNewPassword(passwordChange, rule)
  if (newPasswordError) errors.new_password = newPasswordError
  const repeatError = errorOfRepeat(passwordChange)
  if (repeatError) errors.re_new_password = repeatError
  return errors
}
