import { civilDate, joinParts } from '#contract/accounts/birth-date.ts'
import { PHONE } from '#contract/accounts/limits.ts'
import { PLAIN_REGISTRATION_WORDS as WORDS } from '#contract/accounts/plain-registration.ts'
import { registrationBody } from '#contract/accounts/registration.ts'
import { confirmPasswordError, type RegistrationAnswers } from '#contract/accounts/registration-rules.ts'
import type { FieldErrors } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { unexpiredWordQuestion, type WordQuestion } from '../captcha/word-question.ts'
import type { Deps } from '../deps.ts'
import { parseInput } from '../endpoints/input.ts'
import type { PageLanguage } from '../http/page-language.ts'
import { Refusal } from '../http/refuse.ts'
import type { Ward } from './county-wards.ts'

/** The empty registration form without JavaScript. Of the date's three fields, `date_of_birth` is the day. */
export const EMPTY_FORM = {
  county: '',
  first_name: '',
  middle_name: '',
  last_name: '',
  document_type: '',
  id_number: '',
  gender: '',
  date_of_birth: '',
  'date_of_birth-month': '',
  'date_of_birth-year': '',
  is_pwd: '',
  disability_type: '',
  email: '',
  phone: PHONE.kenyaDialCode as string,
  ward: '',
  password: '',
  confirm_password: '',
  question: '',
  answer: '',
  /** This field is hidden from people. So only a program fills it in. */
  website: '',
}
export type PlainForm = typeof EMPTY_FORM

/** The text of a form field; '' if the field is missing or is no text. */
export const textOf = (body: unknown, name: string) => {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof value === 'string' ? value : ''
}

export const readPlainForm = (body: unknown): PlainForm => {
  const form = { ...EMPTY_FORM }
  for (const name of Object.keys(form) as (keyof PlainForm)[]) form[name] = textOf(body, name)
  return form
}

/** What the page with JavaScript would send for this form. The chosen ward determines the constituency. */
const bodyOf = (form: PlainForm, wards: Ward[]) => {
  const ward = wards.find(({ id }) => String(id) === form.ward)
  const { date_of_birth: day, 'date_of_birth-month': month, 'date_of_birth-year': year } = form
  return {
    ...form,
    date_of_birth: civilDate(joinParts({ day, month, year })),
    ward: ward?.id,
    constituency: ward?.constituency,
  }
}

/** The field errors that `POST /api/register/` would give for these answers. */
const bodyErrors = (body: unknown, now: Date): FieldErrors => {
  try {
    parseInput(endpoints['POST /api/register/'], { params: {}, query: {}, body }, now)
    return {}
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'invalid') return { ...error.fieldErrors }
    throw error
  }
}

const questionError = (question: WordQuestion | undefined, answer: string) => {
  if (!question) return WORDS.expired
  return answer.trim() ? undefined : WORDS.required
}

type Checked = { answers: RegistrationAnswers } | { errors: FieldErrors; question: WordQuestion | undefined }

/**
 * Checks a registration form by the rules of the API. Returns its answers or its errors. With errors it also
 * returns the form's captcha question, if that can still be answered.
 */
export function checkPlainForm(
  deps: Pick<Deps, 'secrets' | 'now'>,
  form: PlainForm,
  wards: Ward[],
  translate: PageLanguage['translate'],
): Checked {
  const body = bodyOf(form, wards)
  const question = unexpiredWordQuestion(deps, form.question, translate)
  const errors = bodyErrors(body, deps.now())
  // This form asks for the ward only, so an error about the constituency is dropped.
  delete errors.constituency
  // Adds the errors of fields that the API does not know. So none of these replaces an error from above.
  const add = (field: keyof PlainForm, sentence: string | undefined) => {
    if (sentence) errors[field] = sentence
  }
  add('confirm_password', confirmPasswordError(form.password, form.confirm_password))
  add('answer', questionError(question, form.answer))
  add('website', form.website ? WORDS.trap : undefined)
  if (Object.keys(errors).length > 0) return { errors, question }
  // `bodyErrors` has parsed the same body without an error, so `parse` does not throw.
  return { answers: registrationBody.parse(body) }
}
