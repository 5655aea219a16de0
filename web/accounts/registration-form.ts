import { useEffect, useRef, useState } from 'react'
import type { FieldErrors } from '#contract/endpoint.ts'
import { PHONE } from '#contract/accounts/limits.ts'
import { normaliseEmail, normaliseName, normalisePhone } from '#contract/normalise.ts'
import {
  confirmPasswordError,
  type RegistrationAnswers,
  registrationErrors,
} from '#contract/accounts/registration-rules.ts'
import { civilDate } from './birth-date.ts'

/**
 * What the form holds: the answers of the payload, and the password again. The captcha part holds its own
 * token.
 */
export type Answers = Omit<RegistrationAnswers, 'recaptchaToken'> & { confirm_password: string }
export type AnswerName = keyof Answers

/** S1 §3: the form's own field names, which are also the ids on the page. */
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

/** Fields that share their error sentences: the summary names the field. */
export const NAME_LABELS = { first_name: 'First name', middle_name: 'Middle name', last_name: 'Last name' }
const LABELS: Partial<Record<AnswerName, string>> = NAME_LABELS

/** The four parts, so that no one gets lost on a phone. */
export const PARTS: { name: string; lead: string; fields: AnswerName[] }[] = [
  {
    name: 'You',
    lead: 'Who you are, as your ID card or passport says',
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
    name: 'Reach and place',
    lead: 'How to reach you, and where you live',
    fields: ['email', 'country', 'phone', 'county', 'constituency', 'ward'],
  },
  { name: 'Your password', lead: 'What only you know', fields: ['password', 'confirm_password'] },
  {
    name: 'Check and create',
    lead: 'Read it once more, then create your account. Nothing is sent before that.',
    fields: [],
  },
]
export const partNumberOf = (field: string) =>
  PARTS.findIndex(({ fields }) => fields.some((name) => name === field)) + 1

const EMPTY: Answers = {
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

const STORAGE_KEY = 'registration'
/**
 * How long after a change its error appears: no error in the middle of a word, and nothing moves under the
 * finger that leaves a field by pressing Next.
 */
const ERROR_DELAY_MS = 900

const readStoredAnswers = (): Partial<Answers> => {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<Answers>
  } catch {
    return {}
  }
}

// The password never leaves the memory of the page.
const storeAnswers = ({ password: _, confirm_password: __, ...answers }: Answers) => {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(answers))
    return new Date()
  } catch {
    return undefined
  }
}

export const forgetRegistration = () => {
  try {
    sessionStorage.removeItem(STORAGE_KEY)
  } catch {}
}

const NORMALISERS: Partial<Record<AnswerName, (text: string) => string>> = {
  first_name: normaliseName,
  middle_name: normaliseName,
  last_name: normaliseName,
  email: normaliseEmail,
  phone: normalisePhone,
}

/**
 * The S1 §5 rules for one person's answers: checked on each change and again on submit. `today` is the civil
 * date in Nairobi.
 */
export function useRegistration(today: string) {
  const [answers, setAnswers] = useState(EMPTY)
  const [shownFields, setShownFields] = useState<ReadonlySet<string>>(new Set())
  const [serverErrors, setServerErrors] = useState<FieldErrors>({})
  const [savedAt, setSavedAt] = useState<Date>()
  const errorTimers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const hasChanged = useRef(false)

  useEffect(() => {
    const saved = Object.entries(readStoredAnswers()) as [AnswerName, never][]
    // What was typed before hydration is newer than what is stored.
    setAnswers((before) => ({
      ...before,
      ...Object.fromEntries(saved.filter(([name]) => before[name] === EMPTY[name])),
    }))
    const running = errorTimers.current
    return () => running.forEach(clearTimeout)
  }, [])

  useEffect(() => {
    if (hasChanged.current) setSavedAt(storeAnswers(answers))
  }, [answers])

  const showErrorsOf = (...names: string[]) => setShownFields((before) => new Set([...before, ...names]))
  const changeAnswers = (change: Partial<Answers>) => {
    setAnswers((before) => ({ ...before, ...change }))
    hasChanged.current = true
    const names = Object.keys(change)
    setServerErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))),
    )
    for (const name of names) {
      clearTimeout(errorTimers.current.get(name))
      // Of three fields for one date, the first two alone are no error.
      if (name === 'date_of_birth' && !civilDate(change.date_of_birth ?? '')) continue
      errorTimers.current.set(
        name,
        setTimeout(() => showErrorsOf(name), ERROR_DELAY_MS),
      )
    }
  }
  const normaliseField = (name: AnswerName) => {
    const text = answers[name]
    const normalise = NORMALISERS[name]
    if (normalise && typeof text === 'string' && normalise(text) !== text)
      changeAnswers({ [name]: normalise(text) })
  }

  const completed: Answers = { ...answers, date_of_birth: civilDate(answers.date_of_birth) }
  const mismatch = confirmPasswordError(completed.password, completed.confirm_password)
  const errors: FieldErrors = {
    ...serverErrors,
    ...registrationErrors({ ...completed, recaptchaToken: '' }, today),
    ...(mismatch ? { confirm_password: mismatch } : {}),
  }
  // Shown once, at the document type itself, until a number is typed without one.
  if (errors.document_type && answers.id_number === '') delete errors.id_number
  /** The error now shown at a field. */
  const errorAt = (name: AnswerName) =>
    shownFields.has(name) || serverErrors[name] ? errors[name] : undefined
  const errorsOf = (part: number) =>
    (PARTS[part - 1]?.fields ?? []).flatMap((name) =>
      errors[name] ? [{ field: FIELD_IDS[name], name, label: LABELS[name], sentence: errors[name] }] : [],
    )

  return {
    answers: completed,
    typedBirthDate: answers.date_of_birth,
    changeAnswers,
    normaliseField,
    showErrorsOf,
    errorAt,
    errorsOf,
    showServerErrors: setServerErrors,
    savedAt,
  }
}
export type Registration = ReturnType<typeof useRegistration>
