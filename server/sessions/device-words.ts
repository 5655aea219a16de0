import { SESSION_WORDS } from '#contract/accounts/session-words.ts'

const MAX_READ_CHARS = 400

/** Pairs of the text that a User-Agent contains and the name that people know. */
type NamedTexts = readonly (readonly [string, string])[]

// The order matters: most browsers also name the browsers they are built on.
const BROWSERS: NamedTexts = [
  ['Edg', 'Edge'],
  ['Opera Mini', 'Opera Mini'],
  ['OPR/', 'Opera'],
  ['OPT/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['UCBrowser/', 'UC Browser'],
  ['PHX/', 'Phoenix Browser'],
  ['HuaweiBrowser/', 'Huawei Browser'],
  ['MiuiBrowser/', 'Mi Browser'],
  ['FxiOS/', 'Firefox'],
  ['Firefox/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
]
const SYSTEMS: NamedTexts = [
  ['KAIOS', 'KaiOS'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Macintosh', 'Mac'],
  ['Linux', 'Linux'],
]
const firstNameIn = (text: string, names: NamedTexts) => {
  const found = names.find(([contained]) => text.includes(contained))
  return found?.[1]
}

/**
 * A device in our own words, by its User-Agent: never that text itself, which reveals more than is needed.
 */
export function deviceWords(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, MAX_READ_CHARS)
  const [browser, system] = [firstNameIn(text, BROWSERS), firstNameIn(text, SYSTEMS)]
  return browser && system
    ? SESSION_WORDS.device(browser, system)
    : (browser ?? system ?? SESSION_WORDS.unknownDevice)
}
