import { REGISTRATION_KEY } from '../session/session.ts'
import type { Answers } from './registration-fields.ts'

/** The answers to the registration form that this tab stored before a reload. */
export const readStoredAnswers = (): Partial<Answers> => {
  try {
    return JSON.parse(sessionStorage.getItem(REGISTRATION_KEY) ?? '{}')
  } catch {
    return {}
  }
}

/**
 * Stores the answers for this tab, without the password: that stays in the memory of the page. Returns the
 * time, or undefined when the browser stores nothing.
 */
export const storeAnswers = ({ password: _, confirm_password: __, ...answers }: Answers) => {
  try {
    sessionStorage.setItem(REGISTRATION_KEY, JSON.stringify(answers))
    return new Date()
  } catch {
    return undefined
  }
}

export const forgetStoredAnswers = () => {
  try {
    sessionStorage.removeItem(REGISTRATION_KEY)
  } catch {}
}
