import { REGISTRATION } from '#contract/accounts/registration-rules.ts'
import { brokenForeignKey } from '../database/connect.ts'
import { refuseFields } from '../http/refuse.ts'

// By foreign key. When a place is not part of the place above it, the field's own message asks the person to
// choose again.
const PLACE_ERRORS: Record<string, { field: string; message: string }> = {
  users_county_code_fkey: { field: 'county', message: REGISTRATION.county },
  users_constituency: { field: 'constituency', message: REGISTRATION.constituency },
  users_ward: { field: 'ward', message: REGISTRATION.ward },
}

/**
 * Turns an error about county, constituency or ward not belonging together into field errors. Returns any
 * other error unchanged.
 */
export const asPlaceError = (error: unknown): unknown => {
  const placeError = PLACE_ERRORS[brokenForeignKey(error) ?? '']
  return placeError ? refuseFields({ [placeError.field]: placeError.message }) : error
}
