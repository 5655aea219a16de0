import { REGISTRATION } from '#contract/accounts/registration-rules.ts'
import { brokenForeignKey } from '../database/connect.ts'
import { refuseFields } from '../http/refuse.ts'

// A place that is not in the place above it: the field's own sentence asks to choose again.
const PLACES: Record<string, { field: string; fault: string }> = {
  users_county_code_fkey: { field: 'county', fault: REGISTRATION.county },
  users_constituency: { field: 'constituency', fault: REGISTRATION.constituency },
  users_ward: { field: 'ward', fault: REGISTRATION.ward },
}

/** What to throw when `error` says that county, constituency and ward do not lie in one another; any other error as it is. */
export const asPlaceError = (error: unknown): unknown => {
  const place = PLACES[brokenForeignKey(error) ?? '']
  return place ? refuseFields({ [place.field]: place.fault }) : error
}
