import { t } from '@lingui/core/macro'
import { PHONE } from '#contract/accounts/limits.ts'
import { REGISTRATION_FIELDS } from '#contract/accounts/registration-fields.ts'
import type { RegistrationAnswers } from '#contract/accounts/registration-rules.ts'

/** What the form holds: the answers to send, and the password typed a second time. */
export type Answers = Omit<RegistrationAnswers, 'recaptchaToken'> & { confirm_password: string }
export type AnswerName = keyof Answers

/** The id of each field on the page (S1 §3), by its name in the call. */
export const FIELD_IDS: Record<AnswerName, string> = {
  first_name: 'firstName',
  middle_name: 'middleName',
  last_name: 'lastName',
  document_type: 'documentType',
  id_number: 'idNumber',
  gender: 'gender',
  date_of_birth: 'dateOfBirth',
  is_pwd: 'isPWD',
  disability_type: 'disabilityType',
  email: 'email',
  country: 'country',
  phone: 'phone',
  county: 'county',
  constituency: 'constituency',
  ward: 'ward',
  password: 'password',
  confirm_password: 'confirmPassword',
}

/**
 * The name fields have the same error sentences. So the error summary names the field before the sentence.
 */
export const SUMMARY_LABELS: Partial<Record<AnswerName, string>> = {
  first_name: REGISTRATION_FIELDS.first_name.label,
  middle_name: REGISTRATION_FIELDS.middle_name.label,
  last_name: REGISTRATION_FIELDS.last_name.label,
}

/** The registration form has four parts, so that no one gets lost on a phone. */
export const PARTS: { name: string; lead: string; fields: AnswerName[] }[] = [
  {
    name: t`You`,
    lead: t`Who you are, as your ID card or passport says`,
    fields: [
      'first_name',
      'middle_name',
      'last_name',
      'document_type',
      'id_number',
      'gender',
      'date_of_birth',
      'is_pwd',
      'disability_type',
    ],
  },
  {
    name: t`Reach and place`,
    lead: t`How to reach you, and where you live`,
    fields: ['email', 'country', 'phone', 'county', 'constituency', 'ward'],
  },
  { name: t`Your password`, lead: t`What only you know`, fields: ['password', 'confirm_password'] },
  {
    name: t`Check and create`,
    lead: t`Read it once more, then create your account. Nothing is sent before that.`,
    fields: [],
  },
]

/** The number of the part, 1 to 3, that holds a field; 0 if no part holds it. */
export const partNumberOf = (field: string) =>
  PARTS.findIndex(({ fields }) => fields.some((name) => name === field)) + 1

/**
 * The answers with which the form starts: Kenya is chosen, and its dial code is in the phone field. In the
 * other fields, undefined and '' mean that the person has not answered yet.
 */
export const EMPTY_ANSWERS: Answers = {
  email: '',
  password: '',
  confirm_password: '',
  first_name: '',
  middle_name: '',
  last_name: '',
  document_type: '',
  id_number: '',
  gender: '',
  date_of_birth: '',
  country: 'KE',
  county: undefined,
  constituency: undefined,
  ward: undefined,
  phone: PHONE.kenyaDialCode,
  is_pwd: undefined,
  disability_type: '',
}

export const isAnswerName = (name: string): name is AnswerName => Object.hasOwn(FIELD_IDS, name)
