/** The address prefix of all pages in Kiswahili. After it, they have the addresses of the English pages. */
export const KISWAHILI_PATH = '/sw'

/** The address of the Kiswahili page that belongs to an English page. */
export const inKiswahili = (path: string) => KISWAHILI_PATH + (path === '/' ? '' : path)

/** The languages of pages and emails. */
const LANGUAGES = ['en', 'sw'] as const
export type Language = (typeof LANGUAGES)[number]

/** Splits an address into the language of its page and the rest. The address may have a query. */
export const languageOf = (address: string): { language: Language; path: string } => {
  // Matches `/sw` and `/sw/jobs?page=2`, but not `/swahili`.
  const [, rest] = /^\/sw(?![^/?])(.*)$/s.exec(address) ?? []
  if (rest === undefined) return { language: 'en', path: address }
  return { language: 'sw', path: rest.startsWith('/') ? rest : `/${rest}` }
}
