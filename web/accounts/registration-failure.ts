import { REGISTER_FALLBACK } from '#contract/accounts/words.ts'
import type { RefusalBody } from '#contract/refusals.ts'
import { firstOf } from '../api.ts'

/** The sentence for a registration that failed (S1 §8). `refusal` is undefined without an answer. */
export const registrationFailure = (refusal: Partial<RefusalBody> | undefined): string =>
  refusal
    ? (firstOf(refusal, ['email', 'non_field_errors', 'error', 'detail', 'message']) ??
      REGISTER_FALLBACK.failed)
    : REGISTER_FALLBACK.broke
