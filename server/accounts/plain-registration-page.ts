import { PERSON } from '#contract/accounts/limits.ts'
import { DISABILITY_TYPES, DOCUMENT_TYPES, GENDERS } from '#contract/accounts/personal-options.ts'
import { PLAIN_REGISTRATION_PATH as path } from '#contract/accounts/plain-registration.ts'
import { ID_NUMBER_FIELDS, REGISTRATION_FIELDS } from '#contract/accounts/registration-fields.ts'
import { REGISTRATION } from '#contract/accounts/registration-rules.ts'
import { REGISTER_FALLBACK, saysAccountExists } from '#contract/accounts/words.ts'
import type { FieldErrors } from '#contract/endpoint.ts'
import type { WordQuestion } from '../captcha/word-question.ts'
import { birthDateHtml, CHECK, errorsHtml, inputHtml, radiosHtml, selectHtml } from '../http/form-html.ts'
import { html, type Markup } from '../http/html.ts'
import type { County, Ward } from './county-wards.ts'
import { EMPTY_FORM, type PlainForm } from './plain-form.ts'
import { resendButtonHtml } from './resend-without-script.ts'

// These pages have no footer, so the way to the privacy notice is here.
const LINKS = html`<p class="apart">Have an account? <a href="/login">Login</a></p>
<p class="apart">Read <a href="/privacy">how we use and protect your answers</a>.</p>`
const pairs = <T extends string>(words: readonly T[]) => words.map((word) => [word, word] as const)

/** For an operator whose captcha needs JavaScript. */
export const needsScriptHtml =
  (): Markup => html`<div class="paper"><p>Creating an account needs JavaScript here.
Switch JavaScript on in this browser, or use another browser.</p></div>
<p class="go"><a class="btn" href="/register">Create an account</a></p>`

/** The first step: the county, which decides the list of wards. */
export const countyStepHtml = (counties: County[], error?: string): Markup => html`
<p class="lead">This form works without JavaScript. It has two steps.</p>
${errorsHtml(CHECK, error ? [{ field: 'county', sentence: error }] : [])}
<form method="get" action="${path}" novalidate>
${selectHtml(
  { id: 'county', ...REGISTRATION_FIELDS.county, error, value: '' },
  counties.map(({ id, name }) => [id, name]),
)}<p><button class="btn" type="submit">Next</button></p></form>${LINKS}`

export type FormStep = {
  county: County
  wards: Ward[]
  question: WordQuestion
  form?: PlainForm
  errors?: FieldErrors
}

type Parts = { form: PlainForm; errors: FieldErrors }
/** What a field shows: its words, its error and what was typed. */
const shown = <Name extends keyof PlainForm & keyof typeof REGISTRATION_FIELDS>(
  { form, errors }: Parts,
  name: Name,
) => ({ id: name, ...REGISTRATION_FIELDS[name], error: errors[name], value: form[name] })
const nameHtml = (parts: Parts, name: 'first_name' | 'middle_name' | 'last_name', autocomplete: string) =>
  inputHtml({
    ...shown(parts, name),
    autocomplete,
    maxLength: PERSON.maxNameLength,
    optional: name === 'middle_name',
  })

const ID_NUMBER = {
  label: 'Number of the document',
  hint: `ID Card: ${ID_NUMBER_FIELDS['ID Card'].hint} Passport: ${ID_NUMBER_FIELDS.Passport.hint}`,
}

const youHtml = (parts: Parts): Markup => html`<h2>You</h2>
${nameHtml(parts, 'first_name', 'given-name')}${nameHtml(parts, 'middle_name', 'additional-name')}
${nameHtml(parts, 'last_name', 'family-name')}
${radiosHtml(shown(parts, 'document_type'), pairs(DOCUMENT_TYPES))}
${inputHtml({
  id: 'id_number',
  ...ID_NUMBER,
  error: parts.errors.id_number,
  value: parts.form.id_number,
  autocapitalize: 'characters',
  maxLength: 20,
})}
${radiosHtml(shown(parts, 'gender'), Object.entries(GENDERS))}
${birthDateHtml(shown(parts, 'date_of_birth'), {
  day: parts.form.date_of_birth,
  month: parts.form['date_of_birth-month'],
  year: parts.form['date_of_birth-year'],
})}
${radiosHtml(shown(parts, 'is_pwd'), pairs(['Yes', 'No']))}
${selectHtml(
  { ...shown(parts, 'disability_type'), hint: 'Choose one only if you answered Yes.' },
  pairs(DISABILITY_TYPES),
)}`

const wardGroups = (wards: Ward[]) =>
  [...Map.groupBy(wards, (ward) => ward.constituency_name)].map(([name, group]) => ({
    name,
    options: group.map((ward) => [ward.id, ward.name] as const),
  }))

const reachHtml = (parts: Parts, wards: Ward[]): Markup => html`<h2>Reach and place</h2>
${inputHtml({ ...shown(parts, 'email'), type: 'email', autocomplete: 'email', maxLength: 254 })}
${inputHtml({ ...shown(parts, 'phone'), type: 'tel', autocomplete: 'tel', maxLength: 40 })}
${selectHtml(shown(parts, 'ward'), [], wardGroups(wards))}`

// What was typed is not sent back here: a page with a password may be stored or seen.
const passwordHtml = (parts: Parts, name: 'password' | 'confirm_password') =>
  inputHtml({
    ...shown(parts, name),
    type: 'password',
    value: '',
    autocomplete: 'new-password',
    maxLength: 1_000,
  })

const questionHtml = ({ form, errors }: Parts, question: WordQuestion): Markup => html`<h2>One question</h2>
<input type="hidden" name="question" value="${question.token}">
${inputHtml({
  id: 'answer',
  label: question.words,
  hint: 'Answer with a number or with an English word. It shows that you are not a program.',
  error: errors.answer,
  value: form.question === question.token ? form.answer : '',
  maxLength: 20,
})}
<p class="trap" aria-hidden="true"><label for="website">Leave this field empty</label>
<input id="website" name="website" tabindex="-1" autocomplete="off"></p>`

const LABELS: Partial<Record<string, { label: string }>> = { ...REGISTRATION_FIELDS, id_number: ID_NUMBER }

/**
 * The errors in the order of the form, with the label of the field where two have the same sentence. One
 * without a field that people see has no link.
 */
const summaryOf = (errors: FieldErrors) => {
  const order = Object.keys(EMPTY_FORM).filter((name) => name !== 'website')
  const sentences = Object.values(errors)
  const isShared = (sentence: string) => sentences.indexOf(sentence) !== sentences.lastIndexOf(sentence)
  return Object.entries(errors)
    .map(([name, sentence]) => ({ place: order.indexOf(name), name, sentence }))
    .sort((left, right) => left.place - right.place)
    .map(({ place, name, sentence }) => ({
      field: place < 0 ? undefined : name,
      sentence: isShared(sentence) ? `${LABELS[name]?.label}: ${sentence}` : sentence,
    }))
}

/** What stops the form. If an account exists already, it leads to the login (S1 §4). */
const summaryHtml = (errors: FieldErrors) => {
  const message = errors.non_field_errors
  if (!message) return errorsHtml(CHECK, summaryOf(errors))
  const accountExists = saysAccountExists(message)
  return errorsHtml(
    accountExists ? REGISTER_FALLBACK.existsTitle : REGISTER_FALLBACK.failed,
    [{ sentence: message }],
    accountExists
      ? html`<p class="go"><a class="btn" href="/login">${REGISTER_FALLBACK.toLogin}</a></p>`
      : undefined,
  )
}

/** The second step: everything else, in one form. */
export const formStepHtml = ({
  county,
  wards,
  question,
  form = EMPTY_FORM,
  errors = {},
}: FormStep): Markup => {
  const parts = { form, errors }
  return html`${summaryHtml(errors)}
<p class="lead">You live in <b>${county.name}</b>. <a href="${path}">Choose another county</a></p>
<form method="post" action="${path}" novalidate><input type="hidden" name="county" value="${county.id}">
${youHtml(parts)}${reachHtml(parts, wards)}
<h2>Your password</h2>${form.question && html`<p class="quiet">We never send your password back, so please type it again.</p>`}${passwordHtml(parts, 'password')}${passwordHtml(parts, 'confirm_password')}
${questionHtml(parts, question)}
<p><button class="btn" type="submit">Create Account</button></p></form>${LINKS}`
}

/** After the registration: what to do next. */
export const createdHtml = (email: string): Markup => html`<div class="paper" role="status">
<p class="wait">${REGISTRATION.success}</p><p>We have emailed a link to <b>${email}</b>. Open it within 24 hours.</p></div>
<p>If no email comes within five minutes, look in the spam folder. Then ask for another email.</p>
${resendButtonHtml(email)}
<p class="apart">To log in and apply, you need a browser with JavaScript.</p>`
