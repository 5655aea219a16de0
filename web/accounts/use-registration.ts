import { useEffect, useRef, useState } from 'react'
import type { FieldErrors } from '#contract/endpoint.ts'
import { normaliseEmail, normaliseName, normalisePhone } from '#contract/normalise.ts'
import { confirmPasswordError, registrationErrors } from '#contract/accounts/registration-rules.ts'
import { civilDate } from '#contract/accounts/birth-date.ts'
import {
  type AnswerName,
  type Answers,
  EMPTY_ANSWERS,
  FIELD_IDS,
  isAnswerName,
  PARTS,
  SUMMARY_LABELS,
} from './registration-fields.ts'
import { translate } from '../language/translate.ts'
import { readStoredAnswers, storeAnswers } from './stored-registration.ts'

/**
 * The pause between a change of a field and its error. So no error appears in the middle of a word, and
 * nothing moves under a finger that presses Next.
 */
const ERROR_DELAY_MS = 900

const NORMALISERS: Partial<Record<AnswerName, (text: string) => string>> = {
  first_name: normaliseName,
  middle_name: normaliseName,
  last_name: normaliseName,
  email: normaliseEmail,
  phone: normalisePhone,
}

/**
 * The answers typed in the form. Each change is stored for this tab; `savedAt` is undefined if that failed.
 */
function useStoredAnswers() {
  const [answers, setAnswers] = useState(EMPTY_ANSWERS)
  const [savedAt, setSavedAt] = useState<Date>()
  // Answers that were only read from the tab's storage are not stored again.
  const hasChanged = useRef(false)
  useEffect(() => {
    const stored = Object.entries(readStoredAnswers())
    // A field that was filled in before hydration keeps its value, which is newer than the stored one.
    setAnswers((before) => ({
      ...before,
      ...Object.fromEntries(
        stored.filter(([name]) => isAnswerName(name) && before[name] === EMPTY_ANSWERS[name]),
      ),
    }))
  }, [])
  useEffect(() => {
    if (hasChanged.current) setSavedAt(storeAnswers(answers))
  }, [answers])
  const mergeAnswers = (change: Partial<Answers>) => {
    setAnswers((before) => ({ ...before, ...change }))
    hasChanged.current = true
  }
  return { answers, mergeAnswers, savedAt }
}

/** The state of the form's errors: which fields show them, and which ones the server found. */
function useShownErrors() {
  const [shownFields, setShownFields] = useState<ReadonlySet<string>>(new Set())
  const [serverErrors, setServerErrors] = useState<FieldErrors>({})
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const running = timers.current
    return () => running.forEach(clearTimeout)
  }, [])
  const showErrorsOf = (...names: string[]) => setShownFields((before) => new Set([...before, ...names]))
  const hideErrorsOf = (names: string[]) =>
    setShownFields((before) => new Set([...before].filter((name) => !names.includes(name))))
  /**
   * Forgets the server's errors of the changed fields, and shows their other errors after a pause. A field
   * that was `emptied` by the change of another starts no error.
   */
  const updateErrors = (change: Partial<Answers>, emptied: string[]) => {
    const names = Object.keys(change)
    setServerErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))),
    )
    for (const name of names) {
      clearTimeout(timers.current.get(name))
      if (emptied.includes(name)) continue
      // A date has three fields. While one of them is empty, the date is not called wrong yet.
      if (name === 'date_of_birth' && !civilDate(change.date_of_birth ?? '')) continue
      timers.current.set(
        name,
        setTimeout(() => showErrorsOf(name), ERROR_DELAY_MS),
      )
    }
  }
  return { shownFields, showErrorsOf, hideErrorsOf, serverErrors, setServerErrors, updateErrors }
}

const allErrors = (answers: Answers, serverErrors: FieldErrors, today: string) => {
  const mismatch = confirmPasswordError(answers.password, answers.confirm_password)
  const errors: FieldErrors = {
    ...serverErrors,
    // The part with the captcha checks the captcha's token itself.
    ...registrationErrors({ ...answers, recaptchaToken: '' }, today),
    ...(mismatch ? { confirm_password: mismatch } : {}),
  }
  // Without a document type, the empty document number is wrong too. Then only the type shows an error.
  if (errors.document_type && answers.id_number === '') delete errors.id_number
  return errors
}

/**
 * The answers of the registration form and their errors, by the rules of S1 §5. `today` is the civil date in
 * Nairobi.
 */
export function useRegistration(today: string) {
  const { answers: typed, mergeAnswers, savedAt } = useStoredAnswers()
  const { shownFields, showErrorsOf, hideErrorsOf, serverErrors, setServerErrors, updateErrors } =
    useShownErrors()
  const answers: Answers = { ...typed, date_of_birth: civilDate(typed.date_of_birth) }
  const errors = allErrors(answers, serverErrors, today)
  /** Changes an answer. `emptied`: the empty values of other answers, which no longer fit. */
  const changeAnswers = (change: Partial<Answers>, emptied: Partial<Answers> = {}) => {
    const [allChanges, emptiedNames] = [{ ...change, ...emptied }, Object.keys(emptied)]
    mergeAnswers(allChanges)
    updateErrors(allChanges, emptiedNames)
    // An error that the person has seen stays. A field that was right shows no error for being empty.
    hideErrorsOf(emptiedNames.filter((name) => !errors[name]))
  }
  const normaliseField = (name: AnswerName) => {
    const text = typed[name]
    const normalise = NORMALISERS[name]
    if (normalise && typeof text === 'string' && normalise(text) !== text)
      changeAnswers({ [name]: normalise(text) })
  }
  return {
    answers,
    /** The date of birth as it is typed. The date in `answers` is empty until the typed one is complete. */
    typedBirthDate: typed.date_of_birth,
    changeAnswers,
    normaliseField,
    showErrorsOf,
    /** The error that one field shows now. */
    errorAt: (name: AnswerName) => (shownFields.has(name) || serverErrors[name] ? errors[name] : undefined),
    /** All errors of a part of the form, whether they are shown or not. */
    errorsOfPart: (partNumber: number) =>
      (PARTS[partNumber - 1]?.fields ?? []).flatMap((name) =>
        errors[name]
          ? [{ field: FIELD_IDS[name], name, label: translate(SUMMARY_LABELS[name]), sentence: errors[name] }]
          : [],
      ),
    showServerErrors: setServerErrors,
    savedAt,
  }
}
export type Registration = ReturnType<typeof useRegistration>
