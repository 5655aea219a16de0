import { RESET, SECURITY } from '#contract/accounts/words.ts'
import type { RefusalBody } from '#contract/refusals.ts'
import { firstOf } from '../api.ts'
import type { CallFailed } from '../call.ts'

// The sentences for failed calls of the page on which a person recovers their account (S1 §8).

type Refusal = Partial<RefusalBody>

/** No code could be emailed. */
export const codeRequestFailure = (refusal: Refusal): string =>
  firstOf(refusal, ['message', 'email']) ?? RESET.requestFailed

/** The emailed code was not accepted. */
export const codeFailure = (refusal: Refusal): string => firstOf(refusal, ['error']) ?? RESET.codeFailed

/** The password could not be set anew after the code was accepted. */
export const updateFailure = (refusal: Refusal, isUnanswered: boolean): string =>
  firstOf(refusal, ['error']) ?? (isUnanswered ? SECURITY.network : RESET.updateFailed)

/** The security question could not be looked up. For status 404, no account has the email address. */
export const lookUpFailure = ({ status, body }: Pick<CallFailed, 'status' | 'body'>): string =>
  status === 404 ? SECURITY.notFound : (firstOf(body, ['error']) ?? SECURITY.notSet)

/** The answer, or the password that came with it, was not accepted. */
export const resetFailure = (refusal: Refusal): string => firstOf(refusal, ['error']) ?? SECURITY.resetFailed
