import { inKiswahili } from '#contract/language/paths.ts'
import { withoutLanguage } from '../language/paths.ts'

/** Under this key a tab stores what is typed in the fields of a page, while its language changes. */
export const TYPED_KEY = 'typed'

const inOtherLanguage = import.meta.env.VITE_LANGUAGE === 'sw' ? withoutLanguage : inKiswahili

/**
 * Makes the link of the other language lead to the same place on the page. The server writes the link without
 * a query, because its pages are the same for everyone.
 */
export function keepPlace(link: HTMLAnchorElement) {
  const { origin, pathname, search, hash } = location
  // With the origin: of `/sw//example.org`, `//example.org` is left, which alone is another site.
  link.href = origin + inOtherLanguage(pathname) + search + hash
}
