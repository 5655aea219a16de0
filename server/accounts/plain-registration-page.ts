import { PERSON } from '#contract/accounts/limits.ts'
import { CHECK } from '#contract/accounts/check.ts'
import { DISABILITY_TYPES, DOCUMENT_TYPES, GENDERS } from '#contract/accounts/personal-options.ts'
import { PLAIN_PAGE_WORDS as WORDS } from '#contract/accounts/plain-page-words.ts'
import { PLAIN_REGISTRATION_PATH } from '#contract/accounts/plain-registration.ts'
import { ID_NUMBER_FIELDS, REGISTRATION_FIELDS } from '#contract/accounts/registration-fields.ts'
import { REGISTRATION } from '#contract/accounts/registration-rules.ts'
import { REGISTER_FALLBACK, saysAccountExists, VERIFICATION_WORDS } from '#contract/accounts/words.ts'
import type { FieldErrors } from '#contract/endpoint.ts'
import type { WordQuestion } from '../captcha/word-question.ts'
import { birthDateHtml, errorsHtml, inputHtml, radiosHtml, selectHtml } from '../http/form-html.ts'
import { html, type Markup, withPart } from '../http/html.ts'
import type { PageLanguage } from '../http/page-language.ts'
import type { County, Ward } from './county-wards.ts'
import { EMPTY_FORM, type PlainForm } from './plain-form.ts'
import { resendButtonHtml } from './resend-without-script.ts'

// The HTML of registration without JavaScript, for `register-without-script.ts`. These pages have no footer,
// so they link to the privacy notice here.
const linksHtml = ({
  translate,
  pagePath,
}: PageLanguage) => html`<p class="apart">${translate(WORDS.haveAccount)} <a href="${pagePath('/login')}">${translate(WORDS.login)}</a></p>
<p class="apart">${withPart(translate(WORDS.privacy), (part) => html`<a href="${pagePath('/privacy')}">${part}</a>`)}</p>`
/** Turns words into options of a field. The value is the word, the text its translation. */
const pairs = <T extends string>({ translate }: PageLanguage, words: readonly T[]) =>
  words.map((word) => [word, translate(word)] as const)

/** This page is shown when the operator's captcha needs JavaScript. */
export const needsScriptHtml = ({
  translate,
  pagePath,
}: PageLanguage): Markup => html`<div class="paper"><p>${translate(WORDS.needsScript)}
${translate(WORDS.switchOn)}</p></div>
<p class="actions"><a class="btn" href="${pagePath('/register')}">${translate(WORDS.create)}</a></p>`

/** The first step of registration asks for the county, which decides the list of wards. */
export const countyStepHtml = (language: PageLanguage, counties: County[], error?: string): Markup => html`
<p class="lead">${language.translate(WORDS.lead)}</p>
${errorsHtml(language.translate, CHECK, error ? [{ field: 'county', sentence: error }] : [])}
<form method="get" action="${language.pagePath(PLAIN_REGISTRATION_PATH)}" novalidate>
${selectHtml(
  language.translate,
  { id: 'county', ...REGISTRATION_FIELDS.county, error, value: '' },
  counties.map(({ id, name }) => [id, name]),
)}<p><button class="btn" type="submit">${language.translate(WORDS.next)}</button></p></form>${linksHtml(language)}`

export type FormStep = {
  language: PageLanguage
  county: County
  wards: Ward[]
  question: WordQuestion
  form?: PlainForm
  errors?: FieldErrors
}

type FormState = { form: PlainForm; errors: FieldErrors; language: PageLanguage }
/** What a form field shows: its words, its error and what the person typed. */
const shown = <Name extends keyof PlainForm & keyof typeof REGISTRATION_FIELDS>(
  { form, errors }: FormState,
  name: Name,
) => ({ id: name, ...REGISTRATION_FIELDS[name], error: errors[name], value: form[name] })
const nameHtml = (state: FormState, name: 'first_name' | 'middle_name' | 'last_name', autocomplete: string) =>
  inputHtml(state.language.translate, {
    ...shown(state, name),
    autocomplete,
    maxLength: PERSON.maxNameLength,
    optional: name === 'middle_name',
  })

const ID_NUMBER = {
  label: WORDS.idNumber,
  hint: WORDS.idNumberHint(ID_NUMBER_FIELDS['ID Card'].hint, ID_NUMBER_FIELDS.Passport.hint),
}

/** The first part of the form: names, document, gender, date of birth and disability. */
const youHtml = (state: FormState): Markup => html`<h2>${state.language.translate(WORDS.you)}</h2>
${nameHtml(state, 'first_name', 'given-name')}${nameHtml(state, 'middle_name', 'additional-name')}
${nameHtml(state, 'last_name', 'family-name')}
${radiosHtml(state.language.translate, shown(state, 'document_type'), pairs(state.language, DOCUMENT_TYPES))}
${inputHtml(state.language.translate, {
  id: 'id_number',
  ...ID_NUMBER,
  error: state.errors.id_number,
  value: state.form.id_number,
  autocapitalize: 'characters',
  maxLength: 20,
})}
${radiosHtml(
  state.language.translate,
  shown(state, 'gender'),
  Object.entries(GENDERS).map(([gender, name]) => [gender, state.language.translate(name)]),
)}
${birthDateHtml(state.language.translate, shown(state, 'date_of_birth'), {
  day: state.form.date_of_birth,
  month: state.form['date_of_birth-month'],
  year: state.form['date_of_birth-year'],
})}
${radiosHtml(state.language.translate, shown(state, 'is_pwd'), pairs(state.language, [WORDS.yes, WORDS.no]))}
${selectHtml(
  state.language.translate,
  { ...shown(state, 'disability_type'), hint: WORDS.disabilityHint },
  pairs(state.language, DISABILITY_TYPES),
)}`

/** The options of the field for the ward, grouped by constituency. */
const wardGroups = (wards: Ward[]) =>
  [...Map.groupBy(wards, (ward) => ward.constituency_name)].map(([name, group]) => ({
    name,
    options: group.map((ward) => [ward.id, ward.name] as const),
  }))

/** The second part of the form: email address, phone number and ward. */
const reachHtml = (
  state: FormState,
  wards: Ward[],
): Markup => html`<h2>${state.language.translate(WORDS.reach)}</h2>
${inputHtml(state.language.translate, { ...shown(state, 'email'), type: 'email', autocomplete: 'email', maxLength: 254 })}
${inputHtml(state.language.translate, { ...shown(state, 'phone'), type: 'tel', autocomplete: 'tel', maxLength: 40 })}
${selectHtml(state.language.translate, shown(state, 'ward'), [], wardGroups(wards))}`

// A typed password is not sent back: someone may store or see the page with it.
const passwordHtml = (state: FormState, name: 'password' | 'confirm_password') =>
  inputHtml(state.language.translate, {
    ...shown(state, name),
    type: 'password',
    value: '',
    autocomplete: 'new-password',
    maxLength: 1_000,
  })

/**
 * The last part of the form: the captcha question. What was typed is shown again only with the same question,
 * because it does not answer another one. The field `website` is hidden from people (EMPTY_FORM).
 */
const questionHtml = (
  { form, errors, language: { translate } }: FormState,
  question: WordQuestion,
): Markup => html`<h2>${translate(WORDS.oneQuestion)}</h2>
<input type="hidden" name="question" value="${question.token}">
${inputHtml(translate, {
  id: 'answer',
  label: question.words,
  hint: WORDS.answerHint,
  error: errors.answer,
  value: form.question === question.token ? form.answer : '',
  maxLength: 20,
})}
<p class="trap" aria-hidden="true"><label for="website">${translate(WORDS.trap)}</label>
<input id="website" name="website" tabindex="-1" autocomplete="off"></p>`

/** The labels that name fields in the list of errors. An error of any other field has no label. */
const LABELS: Partial<Record<string, { label: string }>> = { ...REGISTRATION_FIELDS, id_number: ID_NUMBER }

/**
 * The errors in the order of the form's fields. When two fields have the same sentence, each error names its
 * field. An error without a visible field has no link.
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
      label: isShared(sentence) ? LABELS[name]?.label : undefined,
      sentence,
    }))
}

/** The errors that stop the registration. If an account exists already, they link to the login (S1 §4). */
const summaryHtml = ({ errors, language: { translate, pagePath } }: FormState) => {
  const message = errors.non_field_errors
  if (!message) return errorsHtml(translate, CHECK, summaryOf(errors))
  const accountExists = saysAccountExists(message)
  return errorsHtml(
    translate,
    accountExists ? REGISTER_FALLBACK.existsTitle : REGISTER_FALLBACK.failed,
    [{ sentence: message }],
    accountExists
      ? html`<p class="actions"><a class="btn" href="${pagePath('/login')}">${translate(REGISTER_FALLBACK.toLogin)}</a></p>`
      : undefined,
  )
}

/**
 * The second step of registration: all fields but the county, in one form. `form.question` is '' until the
 * form was sent once. After that, the page asks for the password again.
 */
export const formStepHtml = ({
  language,
  county,
  wards,
  question,
  form = EMPTY_FORM,
  errors = {},
}: FormStep): Markup => {
  const state = { form, errors, language }
  const { translate } = language
  const path = language.pagePath(PLAIN_REGISTRATION_PATH)
  return html`${summaryHtml(state)}
<p class="lead">${withPart(translate(WORDS.livesIn(county.name)), (part) => html`<b>${part}</b>`)} <a href="${path}">${translate(WORDS.otherCounty)}</a></p>
<form method="post" action="${path}" novalidate><input type="hidden" name="county" value="${county.id}">
${youHtml(state)}${reachHtml(state, wards)}
<h2>${translate(WORDS.password)}</h2>${form.question && html`<p class="quiet">${translate(WORDS.passwordAgain)}</p>`}${passwordHtml(state, 'password')}${passwordHtml(state, 'confirm_password')}
${questionHtml(state, question)}
<p><button class="btn" type="submit">${translate(WORDS.submit)}</button></p></form>${linksHtml(language)}`
}

/** The page after the registration, which says what the person must do next. */
export const createdHtml = (language: PageLanguage, email: string): Markup => {
  const { translate } = language
  return html`<div class="paper" role="status">
<p class="wait">${translate(REGISTRATION.success)}</p><p>${withPart(translate(WORDS.emailed(email)), (part) => html`<b>${part}</b>`)}</p></div>
<p>${translate(VERIFICATION_WORDS.noEmail)}</p>
${resendButtonHtml(language, email)}
<p class="apart">${translate(WORDS.needsScriptLater)}</p>`
}
