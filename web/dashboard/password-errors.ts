import { CHANGE_PASSWORD } from '#contract/accounts/change-password.ts'
import type { RefusalBody } from '#contract/refusals.ts'
import { firstOf, NO_ANSWER } from '../api.ts'
import { isCallFailed } from '../call.ts'
import type { FieldError } from '../form/error-summary.tsx'

/** The server's refusal as errors at the fields, in the order that S2 §8 requires. */
export const passwordErrors = (error: unknown): FieldError[] => {
  if (!isCallFailed(error) || error.status === NO_ANSWER) return [{ sentence: CHANGE_PASSWORD.network }]
  const { body }: { body: Partial<RefusalBody> } = error
  const errors: FieldError[] = []
  if ('current_password' in body)
    errors.push({
      field: 'current_password',
      sentence: firstOf(body, ['current_password']) ?? CHANGE_PASSWORD.currentWrong,
    })
  if ('new_password' in body)
    errors.push({
      field: 'new_password',
      sentence: firstOf(body, ['new_password']) ?? CHANGE_PASSWORD.nextInvalid,
    })
  const general = firstOf(body, ['non_field_errors'])
  if (general) errors.push({ sentence: general })
  return errors.length > 0 ? errors : [{ sentence: CHANGE_PASSWORD.failed }]
}
