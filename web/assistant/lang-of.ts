import type { AnswerLanguage } from '#contract/assistant/endpoints.ts'
import { CONTENT_LANGUAGE } from '../language/translate.ts'

/** The `lang` attribute for a text in this language; undefined for an English text on an English page. */
export const langOf = (language: AnswerLanguage | undefined) =>
  language === 'en' ? CONTENT_LANGUAGE : language
