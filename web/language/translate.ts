import { makeTranslator, type Sentences } from '#contract/language/translator.ts'

/** True in the Kiswahili build of the pages; the English one holds nothing of this module. */
export const IS_KISWAHILI = import.meta.env.VITE_LANGUAGE === 'sw'

/** The language of what officers write. Undefined where the page itself is in that language. */
export const CONTENT_LANGUAGE = IS_KISWAHILI ? 'en' : undefined

let translator = (english: string) => english

/** Takes the translations of what contract and wire say in English, before the first page is drawn. */
export const setSentences = (sentences: Sentences): void => void (translator = makeTranslator(sentences))

/**
 * What the contract or the wire says in English, for the reader. Only for what is shown: never for what is
 * compared, stored or sent. The English build leaves out the call (bin/texts/inline-texts.ts).
 */
export const translate = <Text extends string | null | undefined>(english: Text): Text =>
  (english ? translator(english) : english) as Text
