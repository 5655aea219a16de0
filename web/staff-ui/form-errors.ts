import { t } from '@lingui/core/macro'
import { firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import type { FieldError } from '../form/error-summary.tsx'

export { useFieldErrors } from '../form/field-errors.ts'

const NO_REPLY = t`No reply from the server. Please check the connection and try again.`

/** The ids of fields on the page, by their names in the contract; undefined for one that the page lacks. */
export type FieldIds = Record<string, string | undefined>

/**
 * The errors of a refused call. Each is shown at its field if `fields` names it, else above the form. A list
 * has names that are also the ids on the page.
 */
export function formErrors(error: unknown, fields: string[] | FieldIds = []): FieldError[] {
  // Status 0 means that the server did not reply.
  if (!isCallFailed(error) || error.status === 0) return [{ sentence: NO_REPLY }]
  // `firstOf` returns the first sentence that the refusal has under one of these names.
  const ids: FieldIds = Array.isArray(fields)
    ? Object.fromEntries(fields.map((name) => [name, name]))
    : fields
  const atFields = Object.entries(ids).flatMap(([name, field]) => {
    const sentence = firstOf(error.body, [name])
    return sentence ? [{ field, sentence }] : []
  })
  return atFields.length > 0
    ? atFields
    : [{ sentence: firstOf(error.body, ['non_field_errors', 'message']) ?? NO_REPLY }]
}
