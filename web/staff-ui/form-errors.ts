import { t } from '@lingui/core/macro'
import { firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import type { FieldError } from '../form/error-summary.tsx'

export { useFieldErrors } from '../form/field-errors.ts'

const NO_REPLY = t`No reply from the server. Please check the connection and try again.`

/** The ids of fields on the page, by their names in the contract; undefined for one that the page lacks. */
export type FieldIds = Record<string, string | undefined>

/**
 * The errors of a refused call. Errors about `fields` are shown at these fields. If there are none, one error
 * is shown above the form. A list is for fields whose ids on the page are their names in the contract.
 */
export function formErrors(error: unknown, fields: string[] | FieldIds = []): FieldError[] {
  // Status 0 means that the server did not reply.
  if (!isCallFailed(error) || error.status === 0) return [{ sentence: NO_REPLY }]
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
