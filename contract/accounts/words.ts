import type { FieldErrors } from '../endpoint.ts'
import { SECURITY_QUESTION } from './limits.ts'
import { normaliseAnswer } from '../normalise.ts'

// Sentences about accounts (S1 §4, §5, §8). Those of the login page are in `login-words.ts`. Most people see
// that page first, and should load no other sentences with it.

/**
 * What the registration page shows for a failed call. `failed` is shown when a refusal has no sentence, and
 * `broke` when there is no response.
 */
export const REGISTER_FALLBACK = {
  failed: 'Registration failed',
  broke: 'Registration failed. Please try again.',
  existsTitle: 'Account Already Exists',
  toLogin: 'Go to Login',
  /** A message with one of these words gets the title above and a link to the login. */
  existsWords: ['already exists', 'already registered', 'duplicate'],
} as const

/** Whether a refusal says that the person already has an account. */
export const saysAccountExists = (message: string) =>
  REGISTER_FALLBACK.existsWords.some((words) => message.toLowerCase().includes(words))

/** Sentences about the verification of an email address. */
export const VERIFICATION_WORDS = {
  title: 'Email Verification',
  missing: 'Verification token is missing.',
  failed: 'Failed to verify email. The link may be expired or invalid.',
  broke: 'Email verification failed',
  done: 'Your email is verified. You can now log in.',
  resendTitle: 'Get a new email',
  resendLead: 'A link works for 24 hours. If your link is older or does not work, ask for a new one.',
  resend: 'Send a new email',
  resendSame: 'Send the email again',
  noEmail: 'If no email comes within five minutes, look in the spam folder. Then ask for another email.',
  resent: 'If this address has an account that is not verified yet, a new email is on its way.',
} as const

/** Sentences of the page on which a person sets a new password with an emailed code. */
export const RESET = {
  requested: 'If the email exists, an OTP has been sent to the address provided.',
  requestFailed: 'Failed to send password reset email',
  codeToo: 'Your answer is right. We also emailed you a code: type it here.',
  code: 'Code is required',
  codeGood: 'The code is right. Now choose a new password.',
  codeFailed: 'Failed to verify OTP',
  codesClosed:
    'Too many wrong codes. Use a phone or computer where you logged in before, or try again tomorrow.',
  updated: 'Password updated successfully',
  updateFailed: 'Failed to update password',
} as const

/** Sentences about the security question. */
export const SECURITY = {
  both: 'Both question and answer are required',
  saved: 'Your security question is saved',
  saveFailed: 'Failed to save security question',
  passwordToo: 'To save a security question, type your password too.',
  notFound: 'Account does not exist, please register',
  notSet: 'Security question is not set for this account.',
  answer: 'Answer is required',
  resetFailed: 'Failed to reset password via security question',
  network: 'Network error. Please check your connection and try again.',
  broke: 'Failed to reset password. Please try again.',
  weak: 'Please choose an answer that no one can guess from the question or from your name, email or password.',
  undoInvalid:
    'This link does not work any more. If someone else changed your password, reset it now and write to us.',
  undone: 'The reset is undone. Your old password works again. Every device is logged out.',
} as const

/** Security questions that the portal suggests. A person may write their own question (C3). */
export const SUGGESTED_QUESTIONS = [
  'What was the name of your first class teacher?',
  'In which village or estate did your best childhood friend live?',
  'What was the first thing you bought with your own money?',
  'What was the name of the shop nearest to your childhood home?',
  'What nickname did only your grandparents call you?',
] as const

/**
 * The field errors of a security question and its answer. An answer that is easy to guess from the question
 * is an error too (S1 §5, T5).
 */
export const securityErrors = (input: {
  security_question: string
  security_answer: string
}): FieldErrors => {
  if (!input.security_question.trim()) return { security_question: SECURITY.both }
  if (!input.security_answer.trim()) return { security_answer: SECURITY.both }
  const answer = normaliseAnswer(input.security_answer)
  const isTooShort = answer.length < SECURITY_QUESTION.minAnswerLength
  const isInQuestion = normaliseAnswer(input.security_question).includes(answer)
  return isTooShort || isInQuestion ? { security_answer: SECURITY.weak } : {}
}
