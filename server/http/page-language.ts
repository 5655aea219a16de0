import { inKiswahili, type Language, languageOf } from '#contract/language/paths.ts'
import type { Config } from '../config.ts'
import { toKiswahili } from '../language/kiswahili.ts'
import { escapeHtml } from './html.ts'

/** The language of a page that the server writes. */
export type PageLanguage = {
  language: Language
  /** For `<html lang>`. */
  tag: string
  /** Translates a text that is English in the code. It returns an unknown text, such as a name, unchanged. */
  translate: (english: string) => string
  /** The address of a page in this language. */
  pagePath: (path: string) => string
}

export const ENGLISH: PageLanguage = {
  language: 'en',
  tag: 'en-KE',
  translate: (english) => english,
  pagePath: (path) => path,
}

export const KISWAHILI: PageLanguage = {
  language: 'sw',
  tag: 'sw-KE',
  translate: (english) => toKiswahili(english),
  pagePath: inKiswahili,
}

/** The language of the page at an address. */
export const pageLanguageOf = (url: string): PageLanguage =>
  languageOf(url.replace(/\?.*/s, '')).language === 'sw' ? KISWAHILI : ENGLISH

/** The link from the page at `url` to the same page in the other language. */
export function languageSwitchHtml(url: string, { kiswahiliApproved }: Pick<Config, 'kiswahiliApproved'>) {
  const { language, path } = languageOf(url)
  const [tag, name, address] =
    language === 'sw'
      ? ['en', 'English', path]
      : ['sw', kiswahiliApproved ? 'Kiswahili' : 'Kiswahili (beta)', inKiswahili(path)]
  return `<p class="language"><a href="${escapeHtml(address)}" lang="${tag}">${name}</a></p>`
}
