import { makeTranslator } from '#contract/language/translator.ts'
import { readCatalogues, sentencesOf } from './catalogues.ts'

type Translate = ReturnType<typeof makeTranslator>
let translator: Translate | undefined

/**
 * Translates an English text of `contract/` or `server/` into Kiswahili. Texts in `untranslated`, such as
 * names, stay as they are. The catalogues are read at the first use.
 */
export const toKiswahili: Translate = (text, untranslated) => {
  translator ??= makeTranslator(
    sentencesOf(readCatalogues(), (origin) => /^(?:contract|server)\//.test(origin)),
  )
  return translator(text, untranslated)
}
