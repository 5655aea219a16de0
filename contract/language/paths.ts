/** The pages in Kiswahili have the addresses of the English ones, below this. */
export const KISWAHILI_PATH = '/sw'

/** The address of the Kiswahili page for that of the English one. */
export const inKiswahili = (path: string) => KISWAHILI_PATH + (path === '/' ? '' : path)

/** The languages of pages and emails. */
export const LANGUAGES = ['en', 'sw'] as const
export type Language = (typeof LANGUAGES)[number]

/** The language of a page, and its address without the language. */
export const languageOf = (path: string): { language: Language; path: string } => {
  if (path === KISWAHILI_PATH) return { language: 'sw', path: '/' }
  const isKiswahili = path.startsWith(`${KISWAHILI_PATH}/`)
  return isKiswahili ? { language: 'sw', path: path.slice(KISWAHILI_PATH.length) } : { language: 'en', path }
}
