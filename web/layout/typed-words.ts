import { withoutLanguage } from '../language/paths.ts'
import { TYPED_KEY } from '../starter/language-switch.ts'
import { storeInTab, takeFromTab } from '../starter/tab-storage.ts'

// Keeps what a person typed while they change the language of a page. The two languages are two builds, so
// the page loads again: the link stores the fields, and the new page puts them back.

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Typed = { value: string; checked?: boolean }
type TypedOnPage = [address: string, entries: [name: string, typed: Typed][]]

/** How long to wait for the fields of a page: for logged-in people, it loads its data first. */
const WAIT_FOR_FIELDS_MS = 10_000

/** The name of a field, which is the same in both languages of a page. */
const nameOf = ({ id, name }: Field) => id || name

// A password is never stored, even while it is shown as text (`data-secret`). A file cannot be put back.
const TYPED_FIELDS =
  'input:not([data-secret],[type=file],[type=hidden],[readonly]),select,textarea:not([readonly])'

/** The fields that a person fills. A disabled field is left out: its text is in the language of its page. */
const fields = () =>
  [...document.querySelectorAll<Field>(TYPED_FIELDS)].filter((field) => nameOf(field) && !field.disabled)

/** The address of the page without its language. Both languages have the same one. */
const pageAddress = () => withoutLanguage(location.pathname)

/** Whether a person has changed a field since the scripts of this page started. */
let isChanged = false

const hasText = ({ type, value }: Field) => value && !/checkbox|radio|select/.test(type)

/**
 * Stores what is typed in this page. If nothing is typed, nothing is stored: the page in the other language
 * then need not run its scripts before someone uses it.
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

/**
 * Changes a field as a person does. React has its own setter for the `value` of each field, and misses the
 * change if that is used. So the setter of the element's class is called, and then the event is sent.
 */
function change(field: Field, { value, checked }: Typed) {
  if (/checkbox|radio/.test(field.type)) {
    // A click cannot untick a radio button. The ticked one of its group is clicked instead.
    if (checked !== (field as HTMLInputElement).checked && (checked || field.type === 'checkbox'))
      field.click()
    return
  }
  // Text that was typed before the scripts ran is newer than the stored text, so it stays.
  const isTyped = 'defaultValue' in field && field.value !== field.defaultValue
  if (isTyped || field.value === value) return
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field.type.startsWith('select') ? 'change' : 'input', { bubbles: true }))
}

/** Puts back what was typed before the language changed, each field once, as soon as the page has it. */
export function restoreTyped() {
  document.addEventListener('input', () => (isChanged = true), true)
  const [address, entries] = (takeFromTab(TYPED_KEY) ?? []) as Partial<TypedOnPage>
  // If the page in the other language did not open, the stored text belongs to another page and is dropped.
  const typed = new Map(address === pageAddress() ? entries : [])
  if (typed.size === 0) return
  const { pathname } = location
  const putBack = () => {
    if (typed.size === 0 || location.pathname !== pathname) return watching.disconnect()
    for (const field of fields()) {
      const stored = typed.get(nameOf(field))
      typed.delete(nameOf(field))
      if (stored) change(field, stored)
    }
  }
  const watching = new MutationObserver(putBack)
  watching.observe(document, { childList: true, subtree: true })
  setTimeout(() => watching.disconnect(), WAIT_FOR_FIELDS_MS)
  putBack()
}
