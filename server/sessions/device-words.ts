import { SESSION_WORDS } from '#contract/accounts/session-words.ts'

const LONGEST = 400

// The order matters: most browsers also name the browsers they are built on.
const BROWSERS: readonly (readonly [string, string])[] = [
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
const SYSTEMS: readonly (readonly [string, string])[] = [
  ['KAIOS', 'KaiOS'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Macintosh', 'Mac'],
  ['Linux', 'Linux'],
]
const among = (names: typeof BROWSERS, text: string) => names.find(([mark]) => text.includes(mark))?.[1]

/**
 * A device in our own words, by its User-Agent: never that text itself, which reveals more than is needed.
 */
export function deviceWords(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, LONGEST)
  const [browser, system] = [among(BROWSERS, text), among(SYSTEMS, text)]
  return browser && system
    ? SESSION_WORDS.device(browser, system)
    : (browser ?? system ?? SESSION_WORDS.unknownDevice)
}
