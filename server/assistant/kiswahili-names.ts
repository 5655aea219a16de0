import { makeTranslator } from '#contract/language/translator.ts'
import { readCatalogues, sentencesOf } from '../language/catalogues.ts'
import { PAGE_TITLES } from './page-titles.ts'

/** Short Kiswahili names of levels of schooling. The catalogues of translations have the long ones. */
const SHORT_LEVELS = new Map([
  ['Artisan / Trade Test', 'Cheti cha ufundi (Trade Test)'],
  ['Certificate', 'Cheti'],
])

const readNames = () => {
  const entries = readCatalogues()
  // The names that the portal stores are written in these two folders.
  const translate = makeTranslator(
    sentencesOf(entries, (origin) => /^contract\/|^server\/database\//.test(origin)),
  )
  const texts = new Map(entries.map(({ english, translation }) => [english, translation]))
  const titles = new Map(
    Object.entries(PAGE_TITLES).flatMap(([url, english]) => {
      const title = texts.get(english)
      return title ? [[url, title] as const] : []
    }),
  )
  return { translate, titles }
}

let names: ReturnType<typeof readNames> | undefined
/** Reads the catalogues of translations when the first answer in Kiswahili is needed. */
const namesRead = () => (names ??= readNames())

/**
 * Translates a name that the portal stores in English, in the same way as its Kiswahili pages. Such a name is
 * a status, a type of jobs, a level of schooling or a document. A name that an officer wrote stays as it is.
 */
export const nameInKiswahili = (name: string): string => SHORT_LEVELS.get(name) ?? namesRead().translate(name)

/** The title of one of the portal's pages in Kiswahili. Undefined for the page of a job or application. */
export const pageTitleInKiswahili = (path: string): string | undefined => namesRead().titles.get(path)
