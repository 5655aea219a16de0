import { SESSION_WORDS } from '#contract/accounts/session-words.ts'

const LONGEST = 400

// In this order: most browsers also say the names of those they are built on.
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
const among = (names: typeof BROWSERS, said: string) => names.find(([mark]) => said.includes(mark))?.[1]

/** A device in words that we chose, by what its browser says of itself: never that text itself, which tells more than is needed. */
export function deviceWords(userAgent: string | undefined): string {
  const said = (userAgent ?? '').slice(0, LONGEST)
  const [browser, system] = [among(BROWSERS, said), among(SYSTEMS, said)]
  return browser && system ? SESSION_WORDS.device(browser, system) : (browser ?? system ?? SESSION_WORDS.unknownDevice)
}
