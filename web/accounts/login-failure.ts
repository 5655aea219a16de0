import { LOGIN } from '#contract/accounts/login-words.ts'
import type { RefusalBody } from '#contract/refusals.ts'
import { firstOf } from '../api.ts'

/** The sentence for a login that failed (S1 §8). `refusal` is undefined without an answer. */
export const loginFailure = (refusal: Partial<RefusalBody> | undefined): string =>
  refusal
    ? (firstOf(refusal, ['non_field_errors', 'error', 'detail', 'email', 'password']) ?? LOGIN.failed)
    : LOGIN.broke
