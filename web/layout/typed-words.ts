import { TYPED_KEY } from '../starter/language-switch.ts'
import { storeInTab, takeFromTab } from '../starter/tab-storage.ts'

// A password stays in the memory of the page, and a file cannot be put back.
const fields = () => [
  ...document.querySelectorAll<HTMLInputElement>(
    'input:not([type=password],[type=file],[type=hidden]),select,textarea',
  ),
]

/** Stores what is typed in this page. Both languages of a page have the same fields, in the same order. */
export const storeTyped = () =>
  storeInTab(
    TYPED_KEY,
    fields().map(({ value, checked }) => [value, checked]),
  )

/**
 * Puts back what was typed before the language changed, just before the program says that it runs. The
 * starter reports it then, as all that was typed before.
 */
export function restoreTyped() {
  const typed = takeFromTab(TYPED_KEY) as [value: string, checked?: boolean][] | null | undefined
  typed?.forEach(([value, checked], index) => {
    const field = fields()[index]
    // A list and a text area have no `checked`; JSON has null for it.
    if (!field || (value === field.value && !checked === !field.checked)) return
    Object.assign(field, { value, checked })
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
