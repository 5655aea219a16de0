import { inKiswahili } from '#contract/language/paths.ts'
import { withoutLanguage } from '../language/paths.ts'

/**
 * The key under which a tab stores the typed text of a page's fields while the language of the page changes.
 */
export const TYPED_KEY = 'typed'

const inOtherLanguage = import.meta.env.VITE_LANGUAGE === 'sw' ? withoutLanguage : inKiswahili

/**
 * Makes the link to the other language lead to the same place on the page. The server writes the link without
 * a query, because its pages are cached for everyone.
 */
export function keepPlace(link: HTMLAnchorElement) {
  const { origin, pathname, search, hash } = location
  // The origin is added. Without it, `/sw//example.org` would become `//example.org`, which is another site.
  link.href = origin + inOtherLanguage(pathname) + search + hash
}
