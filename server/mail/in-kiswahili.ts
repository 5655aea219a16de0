import { KISWAHILI_PATH } from '#contract/language/paths.ts'
import type { Config } from '../config.ts'
import { toKiswahili } from '../language/kiswahili.ts'
import type { Email } from './email.ts'

/** Translates a text of the portal into the language of the email's recipient. */
export const inLanguageOf = ({ language }: Email, text: string): string =>
  language === 'sw' ? toKiswahili(text) : text

/** Matches the name in a greeting: `Achieng` in `Dear Achieng,`. */
const nameIn = (greeting: string) => /^Dear (.+),$/s.exec(greeting)?.[1]

/**
 * Replaces each address of a page by the address of its Kiswahili page. Addresses of officers' pages and of
 * the API stay as they are.
 */
const withKiswahiliLinks = (text: string, { publicUrl }: Config) =>
  text.replace(/\S+/g, (part) => {
    // The path in an address of this portal; '' for any other text.
    const path = part.startsWith(`${publicUrl}/`) ? part.slice(publicUrl.length) : ''
    return path && !/^\/(?:api|staff)\//.test(path) ? publicUrl + KISWAHILI_PATH + path : part
  })

/**
 * The email in the language of its recipient. Authors write English, as in the contract, and each line is
 * translated as a whole. Names, codes, files and officers' texts stay as they are.
 */
export function inReadersLanguage(email: Email, config: Config): Email {
  if (email.language !== 'sw') return email
  const { greeting = 'Hello,', paragraphs, action, after = [], names = [] } = email
  // A greeting without a name adds '', which has no effect.
  const untranslated = new Set([...names, nameIn(greeting) ?? ''])
  const inKiswahili = (text: string) =>
    withKiswahiliLinks(
      text
        .split('\n')
        .map((line) => toKiswahili(line, untranslated))
        .join('\n'),
      config,
    )
  return {
    ...email,
    subject: email.isOfficersText ? email.subject : inKiswahili(email.subject),
    greeting: inKiswahili(greeting),
    paragraphs: email.isOfficersText ? paragraphs : paragraphs.map(inKiswahili),
    ...(action
      ? { action: { label: inKiswahili(action.label), url: withKiswahiliLinks(action.url, config) } }
      : {}),
    after: after.map(inKiswahili),
  }
}
