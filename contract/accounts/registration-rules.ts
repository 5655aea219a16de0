import { COUNTRIES, DISABILITY_TYPES, DOCUMENT_TYPES, GENDERS } from './personal-options.ts'
import { LOGIN } from './login-words.ts'
import { ageOn } from '../civil-dates.ts'
import type { FieldErrors } from '../endpoint.ts'
import { PERSON, PHONE } from './limits.ts'
import { APOSTROPHES, normaliseEmail, normaliseName, normalisePhone } from '../normalise.ts'
import { passwordsMatchError, registrationPasswordError } from './passwords.ts'

/** The sentences of the registration form (S1 §5). */
export const REGISTRATION = {
  email: LOGIN.email,
  phone: 'Please enter a valid phone number with country code (e.g., +254XXXXXXXXX)',
  documentFirst: 'Please select document type first',
  idCard: 'ID Card number must be 8 or 9 digits',
  passport: 'Passport number must contain only uppercase letters and numbers',
  name: 'Name must be at least 2 characters long',
  nameCharacters:
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

/** Registration answers, under the names that are sent. A missing choice is undefined, a text ''. */
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
type RegistrationField = keyof RegistrationAnswers

// An address must be exactly one, without a display name: a list would send the email to others too (T23).
// Valid is `amina@mail.example.ke`; `Amina <amina@example.ke>` and `a@b.ke,c@d.ke` are refused.
const ADDRESS =
  /^[^\s\p{C}@"(),:;<>[\]\\]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u

/** The longest address that mail servers carry (RFC 5321). */
const MAX_EMAIL_LENGTH = 254

/**
 * The error of an email address; undefined when it is valid (S1 §5). The stored form is checked, because
 * lower-casing makes some characters longer.
 */
export const emailError = (email: string) => {
  const normalised = normaliseEmail(email)
  // Full-width and other look-alike characters are typing errors: no mail server accepts them.
  const isPlain = normalised.normalize('NFKC') === normalised.normalize('NFC')
  const isValid = isPlain && ADDRESS.test(normalised) && normalised.length <= MAX_EMAIL_LENGTH
  return isValid ? undefined : REGISTRATION.email
}

/** The error of a phone number; undefined when it is valid: + and digits, 11 to 16 characters (S1 §5). */
export const phoneError = (phone: string) => {
  const normalised = normalisePhone(phone)
  const hasAllowedLength = normalised.length >= PHONE.minLength && normalised.length <= PHONE.maxLength
  return hasAllowedLength && /^\+\d+$/.test(normalised) ? undefined : REGISTRATION.phone
}

/** The error of a number that does not fit its identity document; undefined when it does (S1 §5). */
export const idNumberError = (number: string, documentType: string) => {
  if (documentType === 'ID Card') return /^\d{8,9}$/.test(number.trim()) ? undefined : REGISTRATION.idCard
  if (documentType === 'Passport')
    return /^[A-Z0-9]+$/.test(number.trim()) ? undefined : REGISTRATION.passport
  return REGISTRATION.documentFirst
}

// The characters that a name may have. Pages and spreadsheets show names, so they may contain no markup and
// no formula. Valid is `Ng'ang'a Wa-Kamau`; `=SUM(A1)` and `<b>` are refused. The sentence of the error names
// only the usual characters: a name may also start with an apostrophe and have , / ( ).
const NAME = new RegExp(`^[${APOSTROPHES}]?\\p{L}[\\p{L}\\p{M} ${APOSTROPHES}.,/()-]*$`, 'u')
const nameCharactersError = (normalised: string) =>
  NAME.test(normalised) ? undefined : REGISTRATION.nameCharacters

/** The error of a name that is too short or has wrong characters; undefined when it is valid. */
export const nameError = (name: string) => {
  const normalised = normaliseName(name)
  return normalised.length >= PERSON.minNameLength ? nameCharactersError(normalised) : REGISTRATION.name
}

/** Like `nameError`, but '' and a single letter are valid, because a middle name is optional. */
export const middleNameError = (name: string) => {
  const normalised = normaliseName(name)
  return normalised === '' ? undefined : nameCharactersError(normalised)
}

/** An earlier birth date must be a typing error. */
const EARLIEST_BIRTH_DATE = '1900-01-01'

/** The error of a birth date; undefined when it is valid. `today` is the civil date in Nairobi. */
export const birthDateError = (birth: string, today: string) => {
  const age = ageOn(birth, today)
  if (age === undefined || birth < EARLIEST_BIRTH_DATE) return REGISTRATION.birthDate
  if (birth > today) return REGISTRATION.birthFuture
  return age >= PERSON.minAge ? undefined : REGISTRATION.tooYoung
}

/**
 * One rule for each field of the registration form: the error to show, or undefined (S1 §5). The browser runs
 * them on each change, the server on what is sent. `today` is the civil date in Nairobi.
 */
export const registrationRules = {
  email: (registrationAnswers) => emailError(registrationAnswers.email),
  phone: (registrationAnswers) => phoneError(registrationAnswers.phone),
  // The country may be '', `KE` or `Kenya`. Others are refused, because the portal stores Kenya for everyone.
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

/** The errors of the registration answers, by field; empty when all answers are valid. */
export const registrationErrors = (answers: RegistrationAnswers, today: string): FieldErrors => {
  const errors: FieldErrors = {}
  for (const [field, rule] of Object.entries(registrationRules)) {
    const error = rule(answers, today)
    if (error) errors[field] = error
  }
  return errors
}

/** The error of the repeated password. The browser checks that field and never sends it (S1 §5). */
export const confirmPasswordError = passwordsMatchError

/** The registration answers in the form in which they are stored (S1 §5). */
export const normaliseRegistration = (answers: RegistrationAnswers): RegistrationAnswers => ({
  ...answers,
  email: normaliseEmail(answers.email),
  phone: normalisePhone(answers.phone),
  first_name: normaliseName(answers.first_name),
  middle_name: normaliseName(answers.middle_name),
  last_name: normaliseName(answers.last_name),
  id_number: answers.id_number.trim(),
  country: 'KE',
  // A person who answered No to disability has no kind of disability stored (A15).
  disability_type: answers.is_pwd ? answers.disability_type : '',
})

/** The sentences about the captcha, the same for every provider (S1 §5, A19). */
export const CAPTCHA = {
  required: 'Please complete the reCAPTCHA verification',
  expired: 'reCAPTCHA has expired. Please verify again.',
  failed: 'reCAPTCHA verification failed. Please try again.',
} as const
