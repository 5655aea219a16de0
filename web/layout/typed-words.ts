import { withoutLanguage } from '../language/paths.ts'
import { TYPED_KEY } from '../starter/language-switch.ts'
import { storeInTab, takeFromTab } from '../starter/tab-storage.ts'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Typed = { value: string; checked?: boolean }
type TypedOnPage = [path: string, typed: [name: string, typed: Typed][]]

// A page that is signed in asks for its data before it has its fields.
const WAIT_FOR_FIELDS_MS = 10_000

/** Both languages of a page have the same fields under the same names. */
const nameOf = ({ id, name }: Field) => id || name

// A password stays in the memory of the page, also while it is shown, and a file cannot be put back.
const TYPED_FIELDS =
  'input:not([data-secret],[type=file],[type=hidden],[readonly]),select,textarea:not([readonly])'

/** The fields that a person fills. What a disabled one shows is in the language of its page. */
const fields = () =>
  [...document.querySelectorAll<Field>(TYPED_FIELDS)].filter((field) => nameOf(field) && !field.disabled)

/** The address of the page in both languages. */
const pageAddress = () => withoutLanguage(location.pathname)

/** Whether a person has changed a field of this page since its program runs. */
let isChanged = false

const hasText = ({ type, value }: Field) => value && !/checkbox|radio|select/.test(type)

/**
 * Stores what is typed in this page. Where nothing is, the page in the other language waits with its program
 * until someone uses it.
 */
export function storeTyped() {
  const filled = fields()
  if (!isChanged && !filled.some(hasText)) return
  const typed = filled.map((field): [string, Typed] => [
    nameOf(field),
    { value: field.value, checked: (field as HTMLInputElement).checked },
  ])
  storeInTab(TYPED_KEY, [pageAddress(), typed] satisfies TypedOnPage)
}

/** Changes a field as a person does. React misses a change by the setter of the field itself. */
function change(field: Field, { value, checked }: Typed) {
  if (/checkbox|radio/.test(field.type)) {
    if (checked !== (field as HTMLInputElement).checked && (checked || field.type === 'checkbox'))
      field.click()
    return
  }
  // Newer than what was stored: it was typed before the program ran.
  const isTyped = 'defaultValue' in field && field.value !== field.defaultValue
  if (isTyped || field.value === value) return
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field.type.startsWith('select') ? 'change' : 'input', { bubbles: true }))
}

/** Puts back what was typed before the language changed, each field once, as soon as the page has it. */
export function restoreTyped() {
  document.addEventListener('input', () => (isChanged = true), true)
  const [address, entries] = (takeFromTab(TYPED_KEY) ?? []) as Partial<TypedOnPage>
  // The other language may not have come: then these are the words of another page.
  const typed = new Map(address === pageAddress() ? entries : [])
  if (typed.size === 0) return
  const { pathname } = location
  const putBack = () => {
    if (typed.size === 0 || location.pathname !== pathname) return watching.disconnect()
    for (const field of fields()) {
      const before = typed.get(nameOf(field))
      typed.delete(nameOf(field))
      if (before) change(field, before)
    }
  }
  const watching = new MutationObserver(putBack)
  watching.observe(document, { childList: true, subtree: true })
  setTimeout(() => watching.disconnect(), WAIT_FOR_FIELDS_MS)
  putBack()
}
