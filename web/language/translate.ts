import type { JobTextName } from '#contract/jobs/texts.ts'
import { makeTranslator, type Sentences } from '#contract/language/translator.ts'

/** True in the Kiswahili build of the pages. The English build contains nothing of this module. */
export const IS_KISWAHILI = import.meta.env.VITE_LANGUAGE === 'sw'

/** The language of what officers write. Undefined in the English build: its pages say `en` themselves. */
export const CONTENT_LANGUAGE = IS_KISWAHILI ? 'en' : undefined

/** For calls that may answer in Kiswahili. */
export const READERS_LANGUAGE: 'sw' | undefined = IS_KISWAHILI ? 'sw' : undefined

/** A job, or a part of one, with the list of its texts that are in Kiswahili; undefined if none is. */
type TextsOfJob = { in_kiswahili?: JobTextName[] | undefined }

/** A property that only the Kiswahili build needs. The English build leaves out the attribute. */
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
 * Adds translations of English sentences from the contract and from answers of the server. It is called
 * before a page that shows them is drawn.
 */
export function addSentences({ whole, patterns }: Sentences): void {
  Object.assign(addedSentences.whole, whole)
  addedSentences.patterns.push(...patterns)
  translator = makeTranslator(addedSentences)
}

/** Loads all sentences: a refusal may say any of them. */
export const loadAllSentences = () => import('virtual:all-sentences').catch(() => {})

/**
 * Translates an English sentence of the contract or of a server's answer for the reader. Only for what is
 * shown: never for what is compared, stored or sent. The English build leaves out the call (bin/texts/inline-
 * texts.ts).
 */
export const translate = <Text extends string | null | undefined>(
  english: Text,
  /** Names in the text that stay as they are. */
  kept?: ReadonlySet<string>,
): Text => (english ? translator(english, kept) : english) as Text
