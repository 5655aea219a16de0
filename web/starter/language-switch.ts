import { inKiswahili } from '#contract/language/paths.ts'
import { withoutLanguage } from '../language/paths.ts'
import { storeInTab, takeFromTab } from './tab-storage.ts'

/** Under this key a tab stores what is typed in the fields of a page, while its language changes. */
const TYPED_KEY = 'typed'

// A password stays in the memory of the page, and a file cannot be put back.
const fields = () => [
  ...document.querySelectorAll<HTMLInputElement>(
    'input:not([type=password],[type=file],[type=hidden]),select,textarea',
  ),
]

/** The address of this page in the other language. */
const inOtherLanguage = import.meta.env.VITE_LANGUAGE === 'sw' ? withoutLanguage : inKiswahili

/** The link to the other language keeps the place, and what was typed. */
export function followLanguageSwitch() {
  document.addEventListener('click', ({ target }) => {
    const link = (target as Element).closest<HTMLAnchorElement>('.language a')
    if (!link) return
    const { pathname, search, hash } = location
    link.href = inOtherLanguage(pathname) + search + hash
    // Both languages of a page have the same fields, in the same order.
    storeInTab(TYPED_KEY, JSON.stringify(fields().map(({ value, checked }) => [value, checked])))
  })
}

/** Puts back what was typed before the language changed. The program hears of it as of any input. */
export function restoreTyped() {
  const typed = JSON.parse(takeFromTab(TYPED_KEY) ?? '[]') as [value: string, checked?: boolean][]
  typed.forEach(([value, checked], index) => {
    const field = fields()[index]
    // A list and a text area have no `checked`; JSON has null for it.
    if (!field || (value === field.value && !checked === !field.checked)) return
    Object.assign(field, { value, checked })
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
