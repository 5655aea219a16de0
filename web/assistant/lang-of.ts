import type { AnswerLanguage } from '#contract/assistant/endpoints.ts'
import { CONTENT_LANGUAGE } from '../language/translate.ts'

/** The `lang` of a text in this language. An English text needs one only on a page in Kiswahili. */
export const langOf = (language: AnswerLanguage | undefined) =>
  language === 'en' ? CONTENT_LANGUAGE : language
