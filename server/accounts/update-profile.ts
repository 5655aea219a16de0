import { nairobiDate } from '#contract/dates.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { isDuplicate } from '../database/connect.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { applyProfileChange } from './changed-profile.ts'
import { asPlaceError } from './places.ts'
import { presentProfile } from './profile.ts'
import { lockChangeable, updateChangeable } from './store.ts'

/**
 * Changes the profile fields that may be changed, and returns the new profile (W12). The log names the
 * changed columns, never their values.
 */
export const updateProfile: Handler<'PATCH /api/user/profile/'> = async (deps, { applicant, body }) => {
  const { userId } = applicant
  try {
    await deps.db.tx(async (tx) => {
      const row = await lockChangeable(tx, userId)
      if (!row) throw refuse('signed_out')
      const today = nairobiDate(deps.now())
      const { profile, fieldErrors, changedColumns } = applyProfileChange(row, body, today)
      if (Object.keys(fieldErrors).length > 0) throw refuseFields(fieldErrors)
      if (changedColumns.length === 0) return
      await updateChangeable(tx, userId, profile)
      deps.log('info', 'profile.changed', { id: userId, kind: changedColumns.join(' ') })
    })
  } catch (error) {
    // Another account has this number of the same kind of document.
    if (isDuplicate(error, 'users_document')) throw refuseFields({ idno: REFUSALS.account_exists.message })
    throw asPlaceError(error)
  }
  return presentProfile(deps, applicant)
}
