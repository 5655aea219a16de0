/** Under this key a tab stores what is typed in the fields of a page, while its language changes. */
export const TYPED_KEY = 'typed'

/**
 * Returns the link to the other language that was pressed. It leads to the same place now: the server wrote
 * it without a query, because its pages are for everyone.
 */
export function pressedLanguageLink(target: Element) {
  const link = target.closest<HTMLAnchorElement>('.language a')
  const { search, hash } = location
  return link && Object.assign(link, { search, hash })
}
