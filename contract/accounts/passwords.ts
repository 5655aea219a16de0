import { PASSWORD } from './limits.ts'

/** A6: three rules with a sentence each, and a sentence for stolen passwords (T3). */
export const PASSWORD_WORDS = {
  registration: 'Password must be at least 8 characters long and contain uppercase, lowercase, and numbers',
  reset: 'Password must be at least 8 characters long',
  mismatch: 'Passwords do not match',
  known: 'This password is on a list of stolen passwords. Please choose another one.',
  tooLong: `Password must be at most ${PASSWORD.maxLength} characters long`,
} as const

/** S1 §5 password at registration: the sentence to show, or undefined. */
export const registrationPasswordError = (password: string) =>
  password.length > PASSWORD.maxLength
    ? PASSWORD_WORDS.tooLong
    : password.length >= PASSWORD.minLength &&
        /\p{Lu}/u.test(password) &&
        /\p{Ll}/u.test(password) &&
        /\d/.test(password)
      ? undefined
      : PASSWORD_WORDS.registration

/** S1 §5 password at a reset: checks the length only. */
export const resetPasswordError = (password: string) =>
  password.length > PASSWORD.maxLength
    ? PASSWORD_WORDS.tooLong
    : password.length >= PASSWORD.minLength
      ? undefined
      : PASSWORD_WORDS.reset

export const passwordsMatchError = (password: string, again: string) =>
  password === again ? undefined : PASSWORD_WORDS.mismatch
