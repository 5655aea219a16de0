import { REGISTRATION_KEY } from '../session/session.ts'
import type { Answers } from './registration-fields.ts'

/** The answers to the registration form that this tab stored before a reload. */
export const readStoredAnswers = (): Partial<Answers> => {
  try {
    return JSON.parse(sessionStorage.getItem(REGISTRATION_KEY) ?? '{}')
  } catch {
    // The browser blocks storage, or what is stored is not JSON.
    return {}
  }
}

/**
 * Stores the answers for this tab, except the password, which only the memory of the page holds. Returns the
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
  } catch {
    // The browser blocks storage, so no answers are stored.
  }
}
