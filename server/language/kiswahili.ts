import { makeTranslator } from '#contract/language/translator.ts'
import { readCatalogues, sentencesOf } from './catalogues.ts'

type Translate = ReturnType<typeof makeTranslator>
let translator: Translate | undefined

/** What the code says in English, in Kiswahili. The catalogues are read at its first use. */
export const toKiswahili: Translate = (text, kept) =>
  (translator ??= makeTranslator(
    sentencesOf(readCatalogues(), (origin) => /^(?:contract|server)\//.test(origin)),
  ))(text, kept)
