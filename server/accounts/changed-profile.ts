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

type Fixed = 'first_name' | 'middle_name' | 'last_name' | 'id_number' | 'date_of_birth'
const FIXED: readonly Fixed[] = ['first_name', 'middle_name', 'last_name', 'id_number', 'date_of_birth']
const named: Record<Fixed, string> = {
  first_name: 'first_name',
  middle_name: 'middle_name',
  last_name: 'last_name',
  id_number: 'idno',
  date_of_birth: 'date_of_birth',
}

const rules: Record<Fixed, (value: string, row: ChangeableRow, today: string) => string | undefined> = {
  first_name: nameError,
  middle_name: middleNameError,
  last_name: nameError,
  id_number: (value, row) => idNumberError(value, row.document_type),
  date_of_birth: (value, _row, today) => birthDateError(value, today),
}

const sentFixed = (sent: ProfileChange): Partial<Record<Fixed, string | undefined>> => ({
  first_name: sent.first_name === undefined ? undefined : normaliseName(sent.first_name),
  middle_name: sent.middle_name === undefined ? undefined : normaliseName(sent.middle_name),
  last_name: sent.last_name === undefined ? undefined : normaliseName(sent.last_name),
  id_number: sent.idno?.trim(),
  date_of_birth: sent.date_of_birth?.trim(),
})

/**
 * The new profile, its field errors, and the columns that change (W12). A value equal to the stored one is no
 * change.
 */
export function changedProfile(
  row: ChangeableRow,
  sent: ProfileChange,
  today: string,
): { next: ChangeableRow; faults: FieldErrors; fields: string[] } {
  const fieldErrors: FieldErrors = {}
  const fixed = sentFixed(sent)
  const next = { ...row }
  for (const field of FIXED) {
    const value = fixed[field]
    if (value === undefined || value === row[field]) continue
    const problem = row[field] === '' ? rules[field](value, row, today) : FIXED_WORDS
    if (problem) fieldErrors[named[field]] = problem
    next[field] = value
  }
  next.phone = sent.phone === undefined ? row.phone : normalisePhone(sent.phone)
  next.address = sent.address?.trim() ?? row.address
  // The contract guarantees that all three codes are sent, or none.
  next.county_code = sent.county ?? row.county_code
  next.constituency_code = sent.constituency ?? row.constituency_code
  next.ward_code = sent.ward ?? row.ward_code
  next.is_pwd = sent.is_pwd ?? row.is_pwd
  // No disability is stored for a person who answered No (A15).
  next.disability_type = next.is_pwd ? (sent.disability_type ?? row.disability_type) : ''
  if (next.is_pwd && !DISABILITY_TYPES.some((type) => type === next.disability_type))
    fieldErrors.disability_type = REGISTRATION.disability
  const fields = keysOf(row).filter((field) => next[field] !== row[field])
  return { next, faults: fieldErrors, fields }
}
