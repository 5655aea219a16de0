import { t } from '@lingui/core/macro'
import type { Reply } from '#contract/endpoints.ts'
import type { ProfileChange } from '#contract/accounts/profile-rules.ts'

export type Profile = Reply<'GET /api/user/profile/'>

/**
 * The fields of the profile that officers compare with documents. Once set, the person cannot change them.
 */
export const FIXED_FIELDS = [
  ['first_name', t`First name`],
  ['last_name', t`Last name`],
  ['idno', t`ID number`],
] as const
type FixedField = (typeof FIXED_FIELDS)[number][0]

/**
 * What is typed in the profile form. `is_pwd` is '' until the person answers the question again. The form
 * does not show the stored answer, because it is sensitive and people share phones.
 */
export type ProfileDraft = Record<FixedField, string> & {
  phone: string
  address: string
  county: number | undefined
  constituency: number | undefined
  ward: number | undefined
  is_pwd: '' | 'Yes' | 'No'
  disability_type: string
}

/** The profile's fields that the person cannot change, as they are saved; '' for one that is not set. */
export const fixedOf = (profile: Profile): Record<FixedField, string> => ({
  first_name: profile.user.first_name,
  last_name: profile.user.last_name,
  idno: profile.idno,
})

export const profileDraftFrom = (profile: Profile): ProfileDraft => ({
  ...fixedOf(profile),
  phone: profile.phone,
  address: profile.address,
  county: profile.county ?? undefined,
  constituency: profile.constituency ?? undefined,
  ward: profile.ward ?? undefined,
  is_pwd: '',
  disability_type: '',
})

/**
 * What the form sends, changed or not. A field that cannot change later is sent only if the profile lacks it.
 * The answer about disability is sent only if the person chose one.
 */
export const changeOf = (draft: ProfileDraft, profile: Profile): ProfileChange => {
  const savedFixed = fixedOf(profile)
  const fixedChange = Object.fromEntries(
    FIXED_FIELDS.flatMap(([field]) =>
      savedFixed[field] === '' && draft[field].trim() ? [[field, draft[field]]] : [],
    ),
  )
  const { phone, address, county, constituency, ward, is_pwd, disability_type } = draft
  return {
    ...fixedChange,
    phone,
    address,
    county,
    constituency,
    ward,
    ...(is_pwd ? { is_pwd: is_pwd === 'Yes', disability_type } : {}),
  }
}
