import { PASSWORD } from './limits.ts'

/** A sentence for each rule about passwords (A6), and one for passwords that are known to be stolen (T3). */
export const PASSWORD_WORDS = {
  registration: 'Password must be at least 8 characters long and contain uppercase, lowercase, and numbers',
  reset: 'Password must be at least 8 characters long',
  mismatch: 'Passwords do not match',
  known: 'This password is on a list of stolen passwords. Please choose another one.',
  tooLong: `Password must be at most ${PASSWORD.maxLength} characters long`,
} as const

/** The error of the password of a new account; undefined when it is allowed (S1 §5). */
export const registrationPasswordError = (password: string) => {
  if (password.length > PASSWORD.maxLength) return PASSWORD_WORDS.tooLong
  const isStrong =
    password.length >= PASSWORD.minLength &&
    /\p{Lu}/u.test(password) &&
    /\p{Ll}/u.test(password) &&
    /\d/.test(password)
  return isStrong ? undefined : PASSWORD_WORDS.registration
}

/** The error of a password that an existing account sets. Only its length is checked, as S1 §5 asks. */
export const resetPasswordError = (password: string) => {
  if (password.length > PASSWORD.maxLength) return PASSWORD_WORDS.tooLong
  return password.length < PASSWORD.minLength ? PASSWORD_WORDS.reset : undefined
}

/** The error when the repeated password differs from the first; undefined when both are equal. */
export const passwordsMatchError = (password: string, again: string) =>
  password === again ? undefined : PASSWORD_WORDS.mismatch
