import type { FieldErrors } from '#contract/endpoint.ts'
import { profileErrors } from '#contract/accounts/profile-rules.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { isDuplicate, type Tx } from '../database/connect.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import { applyProfileChange } from './changed-profile.ts'
import { lockChangeable, updateChangeable } from './store.ts'
import { keysOf } from '../record-of.ts'

/** Values that were typed in an application form. They belong to profile fields that may still be empty. */
export type TypedProfile = Partial<
  Record<'first_name' | 'last_name' | 'idno' | 'phone' | 'address', string | undefined>
>

/** The database column of each profile field that an application form can fill. */
const COLUMN_OF = {
  first_name: 'first_name',
  last_name: 'last_name',
  idno: 'id_number',
  phone: 'phone',
  address: 'address',
} as const

/**
 * Saves values typed in an application form into empty profile fields, in the caller's transaction (W12).
 * Fields that have a value stay unchanged: the profile decides who applies (W14). Returns the columns that
 * were filled.
 */
export async function fillProfile(
  tx: Tx,
  userId: number,
  typed: TypedProfile,
  today: string,
): Promise<string[]> {
  const row = await lockChangeable(tx, userId)
  if (!row) throw refuse('signed_out')
  const fillable: TypedProfile = {}
  for (const name of keysOf(COLUMN_OF)) {
    const value = typed[name]?.trim()
    if (value && row[COLUMN_OF[name]] === '') fillable[name] = value
  }
  const { profile, fieldErrors, changedColumns } = applyProfileChange(row, fillable, today)
  // No field has an error in both sets: of the typed fields, `profileErrors` checks only the phone.
  const allErrors: FieldErrors = { ...profileErrors(fillable), ...fieldErrors }
  // An error in a value that the profile already holds is no error of this form.
  const errorsOfTyped = Object.entries(allErrors).filter(([field]) => field in fillable)
  if (errorsOfTyped.length > 0) throw refuseFields(Object.fromEntries(errorsOfTyped))
  if (changedColumns.length === 0) return []
  await updateChangeable(tx, userId, profile).catch((error: unknown) => {
    // Another account has this number of the same kind of document.
    throw isDuplicate(error, 'users_document')
      ? refuseFields({ idno: REFUSALS.account_exists.message })
      : error
  })
  return changedColumns
}
