import type { FieldErrors } from '../endpoint.ts'
import { CHANGE_PASSWORD } from './change-password.ts'

/** A person has at most `most` passkeys, and must answer a challenge within `minutes`. */
export const PASSKEYS = { most: 5, maxNameLength: 40, minutes: 5 } as const

/** Sentences about passkeys. None of them reveals whether an address has an account (T1). */
export const PASSKEY_WORDS = {
  added: 'The passkey is added. You can log in with it or with your password.',
  removed: 'The passkey is removed. You can still log in with your password.',
  refused: 'This passkey was not accepted. Try again, or log in with your password.',
  over: 'This took too long. Please try again.',
  tooMany: `You have ${PASSKEYS.most} passkeys. Remove one before you add another.`,
  nameRequired: 'Give the passkey a name',
  nameTooLong: `The name can have ${PASSKEYS.maxNameLength} characters at most`,
  password: CHANGE_PASSWORD.current,
  wrongPassword: CHANGE_PASSWORD.currentWrong,
  notUsed: 'Your device gave no passkey. Try again, or use your password.',
  notMade: 'Your device made no passkey. Try again, or use another browser.',
  failed: 'This did not work. Please try again.',
} as const

/** The field errors of the name that a person gives a passkey, for browser and server. */
export const passkeyNameErrors = (name: string): FieldErrors => {
  const { length } = name.trim()
  if (length === 0) return { name: PASSKEY_WORDS.nameRequired }
  return length > PASSKEYS.maxNameLength ? { name: PASSKEY_WORDS.nameTooLong } : {}
}
