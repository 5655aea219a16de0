import { PLAIN_PAGE_WORDS as WORDS } from '#contract/accounts/plain-page-words.ts'
import { html, type Markup } from './html.ts'

// Form fields for pages without script. The functions below translate the words of a field; the words of its
// options are translated already. In `html`, a value that is false or undefined gives no text.

/**
 * The style sheet of forms on plain pages. It uses the colours and sizes that `server/line/page.ts` defines.
 */
export const FORM_STYLE = `:root{--edge:#77717f;--red:#b3201a}@media (prefers-color-scheme:dark){:root{--edge:#8d8698;--red:#ff9f95}}
h2{margin:40px 0 16px;font:600 1.375rem/1.2 Besley,serif}.lead{margin-top:8px}form,.apart{margin-top:24px}.quiet{margin:0 0 16px}b{overflow-wrap:anywhere}
.field{min-width:0;margin:0 0 24px;padding:0;border:0}label,legend{display:block;padding:0;font-weight:700}.opt{font-weight:400}.hint{color:var(--quiet);font-size:.9375rem}
.input{width:100%;min-height:48px;margin-top:6px;padding:10px 12px;border:1px solid var(--edge);border-radius:2px;background:var(--panel);color:var(--ink);font:inherit}
.box{display:flex;gap:12px;align-items:center;min-height:48px;font-weight:400}.box input{width:22px;height:22px;margin:0;accent-color:var(--violet)}
.date{display:flex;gap:12px}.date label{font-weight:400;font-size:.9375rem}.date .input{width:5rem}
.bad{padding-left:12px;border-left:4px solid var(--red)}.err{color:var(--red);font-weight:700}.errors{margin:24px 0;padding:16px;border:2px solid var(--red);border-radius:2px;background:var(--panel)}.errors h2{margin:0}.errors .actions{margin-top:16px}.errors li a{display:inline-block}
.trap{position:absolute;left:-9999px}button.btn{font:inherit;font-weight:700;cursor:pointer}`

type Translate = (english: string) => string
type FieldHtml = { id: string; label: string; hint?: string | undefined; error?: string | undefined }
type Option = readonly [value: string | number, words: string]

/** Attributes that connect an input with its hint and its error. */
const aria = ({ id, hint, error }: FieldHtml) => {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return html`${describedBy && html` aria-describedby="${describedBy}"`}${error && html` aria-invalid="true"`}`
}
const notes = (translate: Translate, { id, hint, error }: FieldHtml) =>
  html`${hint && html`<p class="hint" id="${id}-hint">${translate(hint)}</p>`}${error && html`<p class="err" id="${id}-error">${translate(error)}</p>`}`
const fieldClass = (error: string | undefined) => (error ? 'field bad' : 'field')

type Input = FieldHtml & {
  value: string
  type?: 'text' | 'email' | 'tel' | 'password'
  autocomplete?: string
  autocapitalize?: 'none' | 'characters'
  maxLength: number
  optional?: boolean
}

/** A text field with its label, hint and error. */
export const inputHtml = (
  translate: Translate,
  field: Input,
): Markup => html`<div class="${fieldClass(field.error)}">
<label for="${field.id}">${translate(field.label)}${field.optional && html` <span class="opt">(${translate(WORDS.optional).toLowerCase()})</span>`}</label>${notes(translate, field)}
<input class="input" id="${field.id}" name="${field.id}" type="${field.type ?? 'text'}" value="${field.value}" autocomplete="${field.autocomplete ?? 'off'}" maxlength="${field.maxLength}" autocapitalize="${field.autocapitalize ?? 'none'}" spellcheck="false"${aria(field)}></div>`

const optionHtml = ([value, words]: Option, chosen: string) =>
  html`<option value="${value}"${String(value) === chosen && html` selected`}>${words}</option>`

/** A native list. Options of a group are listed under its name. */
export const selectHtml = (
  translate: Translate,
  field: FieldHtml & { value: string },
  options: readonly Option[],
  groups: readonly { name: string; options: readonly Option[] }[] = [],
): Markup => html`<div class="${fieldClass(field.error)}">
<label for="${field.id}">${translate(field.label)}</label>${notes(translate, field)}
<select class="input" id="${field.id}" name="${field.id}"${aria(field)}><option value="">${translate(WORDS.choose)}</option>${options.map((option) => optionHtml(option, field.value))}${groups.map(({ name, options }) => html`<optgroup label="${name}">${options.map((option) => optionHtml(option, field.value))}</optgroup>`)}</select></div>`

/** A few options that are all visible. The first option has the group's id, so an error can link to it. */
export const radiosHtml = (
  translate: Translate,
  field: FieldHtml & { value: string },
  options: readonly Option[],
): Markup => html`
<fieldset class="${fieldClass(field.error)}"${aria(field)}><legend>${translate(field.label)}</legend>${notes(translate, field)}
${options.map(([value, words], index) => html`<label class="box"><input type="radio" id="${index === 0 ? field.id : `${field.id}-${index}`}" name="${field.id}" value="${value}"${String(value) === field.value && html` checked`}>${words}</label>`)}</fieldset>`

/** A date of birth in three fields: `<id>`, `<id>-month` and `<id>-year`. */
export const birthDateHtml = (
  translate: Translate,
  field: FieldHtml,
  { day, month, year }: { day: string; month: string; year: string },
): Markup => html`<fieldset class="${fieldClass(field.error)}"${aria(field)}><legend>${translate(field.label)}</legend>${notes(translate, field)}
<div class="date">${(
  [
    ['', 'day', WORDS.day, day, 2],
    ['-month', 'month', WORDS.month, month, 2],
    ['-year', 'year', WORDS.year, year, 4],
  ] as const
).map(
  ([end, part, label, value, length]) => html`<div><label for="${field.id}${end}">${translate(label)}</label>
<input class="input" id="${field.id}${end}" name="${field.id}${end}" value="${value}" inputmode="numeric" autocomplete="bday-${part}" maxlength="${length}"${field.error && html` aria-invalid="true"`}></div>`,
)}</div></fieldset>`

/** The list of errors above a form, with a link to each field. It takes the focus when the page opens. */
export const errorsHtml = (
  translate: Translate,
  title: string,
  errors: readonly { field?: string | undefined; label?: string | undefined; sentence: string }[],
  remedy?: Markup,
): Markup | false =>
  errors.length > 0 &&
  html`<div class="errors" role="alert" tabindex="-1" autofocus><h2>${translate(title)}</h2><ul>${errors.map(
    ({ field, label, sentence }) => {
      const words = html`${label && `${translate(label)}: `}${translate(sentence)}`
      return html`<li>${field ? html`<a href="#${field}">${words}</a>` : words}</li>`
    },
  )}</ul>${remedy}</div>`
