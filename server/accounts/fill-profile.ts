import type { FieldErrors } from '#contract/endpoint.ts'
import { profileErrors } from '#contract/accounts/profile-rules.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { isDuplicate, type Tx } from '../database/connect.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import { changedProfile } from './changed-profile.ts'
import { lockChangeable, updateChangeable } from './store.ts'

/** Values typed in an application form for profile fields that may be empty. */
export type TypedProfile = Partial<
  Record<'first_name' | 'last_name' | 'idno' | 'phone' | 'address', string | undefined>
>

const COLUMNS = {
  first_name: 'first_name',
  last_name: 'last_name',
  idno: 'id_number',
  phone: 'phone',
  address: 'address',
} as const

/**
 * Saves typed values into empty profile fields, in the caller's transaction (W12). Fields that have a value
 * stay unchanged: the profile decides who applies (W14). Returns the columns that were filled.
 */
export async function fillProfile(
  tx: Tx,
  userId: number,
  typed: TypedProfile,
  today: string,
): Promise<string[]> {
  const row = await lockChangeable(tx, userId)
  if (!row) throw refuse('signed_out')
  const missing = Object.fromEntries(
    Object.entries(COLUMNS).flatMap(([name, column]) => {
      const value = typed[name as keyof TypedProfile]?.trim()
      return value && row[column] === '' ? [[name, value]] : []
    }),
  ) as TypedProfile
  const { next, faults: fieldErrors, fields } = changedProfile(row, missing, today)
  const found: FieldErrors = { ...profileErrors(missing), ...fieldErrors }
  const own = Object.entries(found).filter(([field]) => field in missing)
  if (own.length > 0) throw refuseFields(Object.fromEntries(own))
  if (fields.length === 0) return []
  await updateChangeable(tx, userId, next).catch((error: unknown) => {
    throw isDuplicate(error, 'users_document')
      ? refuseFields({ idno: REFUSALS.account_exists.message })
      : error
  })
  return fields
}
