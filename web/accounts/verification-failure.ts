import { VERIFICATION_WORDS } from '#contract/accounts/words.ts'
import { firstOf, NO_ANSWER } from '../api.ts'
import { isCallFailed } from '../call.ts'

/** The sentence for an email address that could not be verified (S1 §8). */
export const verificationFailure = (error: unknown): string => {
  if (!isCallFailed(error) || error.status === NO_ANSWER) return VERIFICATION_WORDS.broke
  return firstOf(error.body, ['error', 'message']) ?? VERIFICATION_WORDS.failed
}
