import type { FieldErrors } from '../endpoint.ts'
import { DISABILITY_TYPES } from './personal-options.ts'
import { phoneError, REGISTRATION } from './registration-rules.ts'

/** The profile fields that a call may send. Fields that are absent stay as they are. */
export type ProfileChange = {
  first_name?: string | undefined
  middle_name?: string | undefined
  last_name?: string | undefined
  idno?: string | undefined
  date_of_birth?: string | undefined
  phone?: string | undefined
  address?: string | undefined
  county?: number | undefined
  constituency?: number | undefined
  ward?: number | undefined
  is_pwd?: boolean | undefined
  disability_type?: string | undefined
}

/** Why the person cannot change this field of their profile (W12). */
export const FIXED_WORDS = 'We compare this with your documents. To change it, write to us.'

/**
 * The field errors of a profile change that need no stored value (W12). When county, constituency or ward is
 * sent, all three are required. The server checks the fields that a person can fill only once.
 */
export const profileErrors = (profileChange: ProfileChange): FieldErrors => {
  const errors: FieldErrors = {}
  if (profileChange.phone !== undefined && phoneError(profileChange.phone)) errors.phone = REGISTRATION.phone
  if (profileChange.county || profileChange.constituency || profileChange.ward) {
    if (!profileChange.county) errors.county = REGISTRATION.county
    if (!profileChange.constituency) errors.constituency = REGISTRATION.constituency
    if (!profileChange.ward) errors.ward = REGISTRATION.ward
  }
  if (profileChange.is_pwd && !DISABILITY_TYPES.some((type) => type === profileChange.disability_type))
    errors.disability_type = REGISTRATION.disability
  return errors
}
