/** The pages in Kiswahili have the addresses of the English ones, below this. */
export const KISWAHILI_PATH = '/sw'

/** The address of the Kiswahili page for that of the English one. */
export const inKiswahili = (path: string) => KISWAHILI_PATH + (path === '/' ? '' : path)

/** The languages of pages and emails. */
export const LANGUAGES = ['en', 'sw'] as const
export type Language = (typeof LANGUAGES)[number]

/** The language of a page, and its address without the language. An address may have a query. */
export const languageOf = (address: string): { language: Language; path: string } => {
  // Takes `/sw` and `/sw/jobs?page=2`, and refuses `/swahili`.
  const [, rest] = /^\/sw(?![^/?])(.*)$/s.exec(address) ?? []
  if (rest === undefined) return { language: 'en', path: address }
  return { language: 'sw', path: rest.startsWith('/') ? rest : `/${rest}` }
}
