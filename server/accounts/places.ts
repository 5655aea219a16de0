import { REGISTRATION } from '#contract/accounts/registration-rules.ts'
import { brokenForeignKey } from '../database/connect.ts'
import { refuseFields } from '../http/refuse.ts'

// The field error for each foreign key of an account's address. When a ward or constituency lies elsewhere,
// the message of its field asks the person to choose again.
const PLACE_ERRORS: Record<string, { field: string; message: string }> = {
  users_county_code_fkey: { field: 'county', message: REGISTRATION.county },
  users_constituency: { field: 'constituency', message: REGISTRATION.constituency },
  users_ward: { field: 'ward', message: REGISTRATION.ward },
}

/**
 * Turns the database's error about a county, constituency or ward that do not belong together into field
 * errors. Returns any other error unchanged.
 */
export const asPlaceError = (error: unknown): unknown => {
  const placeError = PLACE_ERRORS[brokenForeignKey(error) ?? '']
  return placeError ? refuseFields({ [placeError.field]: placeError.message }) : error
}
