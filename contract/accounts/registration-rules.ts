import { COUNTRIES, DISABILITY_TYPES, DOCUMENT_TYPES, GENDERS } from './personal-options.ts'
import { LOGIN } from './login-words.ts'
import { ageOn } from '../civil-dates.ts'
import type { FieldErrors } from '../endpoint.ts'
import { PERSON, PHONE } from './limits.ts'
import { normaliseEmail, normaliseName, normalisePhone } from '../normalise.ts'
import { passwordsMatchError, registrationPasswordError } from './passwords.ts'

/** S1 §5: the sentences of the registration form. */
export const REGISTRATION = {
  email: LOGIN.email,
  phone: 'Please enter a valid phone number with country code (e.g., +254XXXXXXXXX)',
  documentFirst: 'Please select document type first',
  idCard: 'ID Card number must be 8 or 9 digits',
  passport: 'Passport number must contain only uppercase letters and numbers',
  name: 'Name must be at least 2 characters long',
  nameLetters:
    'Name must start with a letter and have only letters, spaces, hyphens, apostrophes and periods',
  gender: 'Please select a gender',
  country: 'Kenya is the only country you can choose',
  county: 'Please select a county',
  constituency: 'Please select a constituency',
  ward: 'Please select a ward',
  isPwd: 'Please indicate if you are a PWD',
  disability: 'Please specify the type of disability',
  birthDate: 'Please select a date of birth',
  birthFuture: 'Date of birth cannot be in the future',
  tooYoung: 'You must be at least 18 years old to register',
  success: 'Registration successful! Please check your email to verify your account.',
} as const

/** Registration answers, with the payload's names. A missing choice is undefined, a missing text is ''. */
export type RegistrationAnswers = {
  email: string
  password: string
  first_name: string
  last_name: string
  middle_name: string
  document_type: string
  id_number: string
  gender: string
  date_of_birth: string
  country: string
  county: number | undefined
  constituency: number | undefined
  ward: number | undefined
  phone: string
  is_pwd: boolean | undefined
  disability_type: string
  recaptchaToken: string
}
export type RegistrationField = keyof RegistrationAnswers

// One address: no list, double quotes, control characters or display name (T23). The domain has a dot.
const ADDRESS =
  /^[^\s\p{C}@"(),:;<>[\]\\]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u

/** S1 §5 email. Checks the normalised form, because lower-casing makes some characters longer. */
export const emailError = (email: string) => {
  const kept = normaliseEmail(email)
  // Full-width and other look-alike characters are typos: no mail server accepts them.
  const plain = kept.normalize('NFKC') === kept.normalize('NFC')
  return plain && ADDRESS.test(kept) && kept.length <= 254 ? undefined : REGISTRATION.email
}

/** S1 §5 phone: after removing all but digits and +, it starts with + and has at least 11 characters. */
export const phoneError = (phone: string) => {
  const stripped = normalisePhone(phone)
  return /^\+\d+$/.test(stripped) && stripped.length >= PHONE.minLength && stripped.length <= PHONE.maxLength
    ? undefined
    : REGISTRATION.phone
}

export const idNumberError = (number: string, documentType: string) => {
  if (documentType === 'ID Card') return /^\d{8,9}$/.test(number.trim()) ? undefined : REGISTRATION.idCard
  if (documentType === 'Passport')
    return /^[A-Z0-9]+$/.test(number.trim()) ? undefined : REGISTRATION.passport
  return REGISTRATION.documentFirst
}

// No markup, no formula, no number meant for another field. Allows the apostrophes that phones write.
const NAME = /^['’‘`´]?\p{L}[\p{L}\p{M} '’‘`´.,/()-]*$/u
const lettersFault = (kept: string) => (NAME.test(kept) ? undefined : REGISTRATION.nameLetters)

export const nameError = (name: string) => {
  const kept = normaliseName(name)
  return kept.length >= PERSON.minNameLength ? lettersFault(kept) : REGISTRATION.name
}

/** '' is allowed: a middle name is optional. */
export const middleNameError = (name: string) => {
  const kept = normaliseName(name)
  return kept === '' ? undefined : lettersFault(kept)
}

export const birthDateError = (birth: string, today: string) => {
  const age = ageOn(birth, today)
  if (age === undefined || birth < '1900-01-01') return REGISTRATION.birthDate
  if (birth > today) return REGISTRATION.birthFuture
  return age >= PERSON.minAge ? undefined : REGISTRATION.tooYoung
}

/**
 * S1 §5 Registration, one rule per field: returns the sentence to show, or undefined. `today` is the civil
 * date in Nairobi. The browser runs these on each change, the server on the payload.
 */
export const registrationRules = {
  email: (registrationAnswers) => emailError(registrationAnswers.email),
  phone: (registrationAnswers) => phoneError(registrationAnswers.phone),
  // '' means Kenya. Any other country is refused, because 'KE' is always stored.
  country: (registrationAnswers) =>
    registrationAnswers.country === '' ||
    Object.entries(COUNTRIES).flat().includes(registrationAnswers.country)
      ? undefined
      : REGISTRATION.country,
  document_type: (registrationAnswers) =>
    DOCUMENT_TYPES.some((type) => type === registrationAnswers.document_type)
      ? undefined
      : REGISTRATION.documentFirst,
  id_number: (registrationAnswers) =>
    idNumberError(registrationAnswers.id_number, registrationAnswers.document_type),
  password: (registrationAnswers) => registrationPasswordError(registrationAnswers.password),
  first_name: (registrationAnswers) => nameError(registrationAnswers.first_name),
  middle_name: (registrationAnswers) => middleNameError(registrationAnswers.middle_name),
  last_name: (registrationAnswers) => nameError(registrationAnswers.last_name),
  gender: (registrationAnswers) =>
    Object.hasOwn(GENDERS, registrationAnswers.gender) ? undefined : REGISTRATION.gender,
  county: (registrationAnswers) => (registrationAnswers.county ? undefined : REGISTRATION.county),
  constituency: (registrationAnswers) =>
    registrationAnswers.constituency ? undefined : REGISTRATION.constituency,
  ward: (registrationAnswers) => (registrationAnswers.ward ? undefined : REGISTRATION.ward),
  is_pwd: (registrationAnswers) =>
    registrationAnswers.is_pwd === undefined ? REGISTRATION.isPwd : undefined,
  disability_type: (registrationAnswers) =>
    registrationAnswers.is_pwd &&
    !DISABILITY_TYPES.some((type) => type === registrationAnswers.disability_type)
      ? REGISTRATION.disability
      : undefined,
  date_of_birth: (registrationAnswers, today) => birthDateError(registrationAnswers.date_of_birth, today),
} satisfies Partial<
  Record<RegistrationField, (answers: RegistrationAnswers, today: string) => string | undefined>
>

/** The errors of all broken rules, by field; empty when the answers are valid. */
export const registrationErrors = (answers: RegistrationAnswers, today: string): FieldErrors => {
  const errors: FieldErrors = {}
  for (const [field, rule] of Object.entries(registrationRules)) {
    const fault = rule(answers, today)
    if (fault) errors[field] = fault
  }
  return errors
}

/** S1 §5 confirmPassword. The browser checks it and never sends it. */
export const confirmPasswordError = passwordsMatchError

/** S1 §5 Normalisation, before anything is stored. */
export const normaliseRegistration = (answers: RegistrationAnswers): RegistrationAnswers => ({
  ...answers,
  email: normaliseEmail(answers.email),
  phone: normalisePhone(answers.phone),
  first_name: normaliseName(answers.first_name),
  middle_name: normaliseName(answers.middle_name),
  last_name: normaliseName(answers.last_name),
  id_number: answers.id_number.trim(),
  country: 'KE',
  // A15: no disability is stored for someone who answered No.
  disability_type: answers.is_pwd ? answers.disability_type : '',
})

/** S1 §5: the three sentences of the captcha, for every provider (A19). */
export const CAPTCHA = {
  required: 'Please complete the reCAPTCHA verification',
  expired: 'reCAPTCHA has expired. Please verify again.',
  failed: 'reCAPTCHA verification failed. Please try again.',
} as const
