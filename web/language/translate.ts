import type { JobTextName } from '#contract/jobs/texts.ts'
import { makeTranslator, type Sentences } from '#contract/language/translator.ts'

/** True in the Kiswahili build of the pages. The English build contains nothing of this module. */
export const IS_KISWAHILI = import.meta.env.VITE_LANGUAGE === 'sw'

/** The `lang` of officers' texts. It is undefined in the English build, where the page says `en`. */
export const CONTENT_LANGUAGE = IS_KISWAHILI ? 'en' : undefined

/** The `language` in the query of a call whose answer can be in Kiswahili. */
export const READERS_LANGUAGE: 'sw' | undefined = IS_KISWAHILI ? 'sw' : undefined

/** A job or a part of it. `in_kiswahili` lists its texts in Kiswahili; undefined if there are none. */
type TextsOfJob = { in_kiswahili?: JobTextName[] | undefined }

/** Returns a property that only the Kiswahili build needs. The English build leaves out the attribute. */
export const ifKiswahili = <Value>(value: Value): Value | undefined => (IS_KISWAHILI ? value : undefined)

/**
 * The language of a text of a job; undefined where that is the language of the page. The English build leaves
 * out the attribute.
 */
export const textLanguage = ({ in_kiswahili }: TextsOfJob, name: JobTextName): 'en' | undefined =>
  in_kiswahili?.includes(name) ? undefined : CONTENT_LANGUAGE

/** Rich text of a job, marked with its language. The English build leaves out the call. */
export const markedHtml = (html: string, job: TextsOfJob, name: JobTextName): string => {
  const language = textLanguage(job, name)
  return language ? `<div lang="${language}">${html}</div>` : html
}

const addedSentences: Sentences = { whole: {}, patterns: [] }
let translator: ReturnType<typeof makeTranslator> = (english) => english

/**
 * Adds translations of English sentences from the contract and from the server's answers. It runs before the
 * first page that shows them is drawn.
 */
export function addSentences({ whole, patterns }: Sentences): void {
  Object.assign(addedSentences.whole, whole)
  addedSentences.patterns.push(...patterns)
  translator = makeTranslator(addedSentences)
}

/**
 * Loads the translations of all sentences, because a refusal can contain any of them. If they do not load,
 * the sentences stay in English.
 */
export const loadAllSentences = () => import('virtual:all-sentences').catch(() => {})

/**
 * Translates an English sentence of the contract or of a server's answer for display. What is compared,
 * stored or sent stays English. The English build leaves out the call (bin/texts/inline-texts.ts).
 */
export const translate = <Text extends string | null | undefined>(
  english: Text,
  /** Names in the text, which stay as they are. */
  untranslated?: ReadonlySet<string>,
): Text => (english ? translator(english, untranslated) : english) as Text
