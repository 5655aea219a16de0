import type { FieldErrors } from '#contract/endpoint.ts'
import { normaliseName, normalisePhone } from '#contract/normalise.ts'
import { FIXED_WORDS, type ProfileChange } from '#contract/accounts/profile-rules.ts'
import { DISABILITY_TYPES } from '#contract/accounts/personal-options.ts'
import {
  birthDateError,
  idNumberError,
  middleNameError,
  nameError,
  REGISTRATION,
} from '#contract/accounts/registration-rules.ts'
import type { ChangeableRow } from './store.ts'
import { keysOf } from '../record-of.ts'

type FixedField = 'first_name' | 'middle_name' | 'last_name' | 'id_number' | 'date_of_birth'
const FIXED_FIELDS: readonly FixedField[] = [
  'first_name',
  'middle_name',
  'last_name',
  'id_number',
  'date_of_birth',
]
// The name of each of these database columns in the API. Only `id_number` has another name there: `idno`.
const wireNames: Record<FixedField, string> = {
  first_name: 'first_name',
  middle_name: 'middle_name',
  last_name: 'last_name',
  id_number: 'idno',
  date_of_birth: 'date_of_birth',
}

const fieldRules: Record<
  FixedField,
  (value: string, row: ChangeableRow, today: string) => string | undefined
> = {
  first_name: nameError,
  middle_name: middleNameError,
  last_name: nameError,
  id_number: (value, row) => idNumberError(value, row.document_type),
  date_of_birth: (value, _row, today) => birthDateError(value, today),
}

/** The typed values of fields that can be filled only once; undefined for a field that was not sent. */
const fixedValues = (change: ProfileChange): Partial<Record<FixedField, string | undefined>> => ({
  first_name: change.first_name === undefined ? undefined : normaliseName(change.first_name),
  middle_name: change.middle_name === undefined ? undefined : normaliseName(change.middle_name),
  last_name: change.last_name === undefined ? undefined : normaliseName(change.last_name),
  id_number: change.idno?.trim(),
  date_of_birth: change.date_of_birth?.trim(),
})

/**
 * Gives the new profile, its field errors, and the database columns that change (W12). A value equal to the
 * stored one is no change. A fixed field can be filled once, while it is empty. Later changes of it are
 * refused with the sentence `FIXED_WORDS`. `today` is the date in Nairobi, such as 2027-03-01.
 */
export function applyProfileChange(
  row: ChangeableRow,
  change: ProfileChange,
  today: string,
): { profile: ChangeableRow; fieldErrors: FieldErrors; changedColumns: string[] } {
  const fieldErrors: FieldErrors = {}
  const typedValues = fixedValues(change)
  const profile = { ...row }
  for (const field of FIXED_FIELDS) {
    const value = typedValues[field]
    if (value === undefined || value === row[field]) continue
    const problem = row[field] === '' ? fieldRules[field](value, row, today) : FIXED_WORDS
    if (problem) fieldErrors[wireNames[field]] = problem
    // A refused value is set too, because no caller saves a profile in which a sent value has an error.
    profile[field] = value
  }
  profile.phone = change.phone === undefined ? row.phone : normalisePhone(change.phone)
  profile.address = change.address?.trim() ?? row.address
  // The contract guarantees all three codes of a place (county, constituency, ward), or none of them.
  profile.county_code = change.county ?? row.county_code
  profile.constituency_code = change.constituency ?? row.constituency_code
  profile.ward_code = change.ward ?? row.ward_code
  profile.is_pwd = change.is_pwd ?? row.is_pwd
  // The profile of a person who answered No stores no disability (A15).
  profile.disability_type = profile.is_pwd ? (change.disability_type ?? row.disability_type) : ''
  if (profile.is_pwd && !DISABILITY_TYPES.some((type) => type === profile.disability_type))
    fieldErrors.disability_type = REGISTRATION.disability
  const changedColumns = keysOf(row).filter((field) => profile[field] !== row[field])
  return { profile, fieldErrors, changedColumns }
}
