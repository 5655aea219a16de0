import { SESSION_WORDS } from '#contract/accounts/session-words.ts'

const MAX_READ_CHARS = 400

/** Pairs: a text that a browser's User-Agent contains, and the name that people know. */
type NamedTexts = readonly (readonly [string, string])[]

// The first match is used. The order matters, because most browsers also name those they are built on.
const BROWSERS: NamedTexts = [
  // Without a slash, because Edge names itself `Edg/`, `EdgA/` or `EdgiOS/`.
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

/** Names a device in the portal's words. The User-Agent itself is not shown, because it reveals too much. */
export function deviceWords(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, MAX_READ_CHARS)
  const [browser, system] = [firstNameIn(text, BROWSERS), firstNameIn(text, SYSTEMS)]
  return browser && system
    ? SESSION_WORDS.device(browser, system)
    : (browser ?? system ?? SESSION_WORDS.unknownDevice)
}
