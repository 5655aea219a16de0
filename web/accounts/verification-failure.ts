import { VERIFICATION_WORDS } from '#contract/accounts/words.ts'
import { firstOf } from '../api.ts'
import { hasNoVerdict, isCallFailed } from '../call.ts'

/** Whether the link may still be good: no server looked at it, or the server could not. */
export const mayWorkLater = (error: unknown) => !isCallFailed(error) || hasNoVerdict(error)

/** The sentence for an email address that could not be verified (S1 §8). */
export const verificationFailure = (error: unknown): string => {
  const sentence = isCallFailed(error) ? firstOf(error.body, ['error', 'message']) : undefined
  return sentence ?? (mayWorkLater(error) ? VERIFICATION_WORDS.broke : VERIFICATION_WORDS.failed)
}
