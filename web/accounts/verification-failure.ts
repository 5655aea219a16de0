import { VERIFICATION_WORDS } from '#contract/accounts/words.ts'
import { firstOf, NO_ANSWER } from '../api.ts'
import { isCallFailed } from '../call.ts'

/** Whether the link may still be good: the server did not answer, or it was too busy to look. */
export const mayWorkLater = (error: unknown) =>
  !isCallFailed(error) || [NO_ANSWER, 429, 503].includes(error.status)

/** The sentence for an email address that could not be verified (S1 §8). */
export const verificationFailure = (error: unknown): string => {
  const sentence = isCallFailed(error) ? firstOf(error.body, ['error', 'message']) : undefined
  return sentence ?? (mayWorkLater(error) ? VERIFICATION_WORDS.broke : VERIFICATION_WORDS.failed)
}
