import type { Plugin } from 'vite'
import { readCatalogues, sentencesOf } from '../../server/language/catalogues.ts'
import { hasTexts, type Lookup, withTexts } from './inline-texts.ts'
import { isForOfficers } from './staff-features.ts'

const PAGE_FILE = /\/web\/.*\.tsx?$/

/** The modules with the translated sentences of the contract: one for all pages, two for fewer pages. */
const SENTENCES = 'virtual:sentences'
const ACCOUNT_SENTENCES = 'virtual:account-sentences'
const MORE_SENTENCES = 'virtual:more-sentences'
/** Imports the two translation modules that only some pages load. */
const ALL_SENTENCES = 'virtual:all-sentences'

// Files whose sentences the pages in the browser show. Left out are the files for pages that the server
// writes itself: the server translates those.
const SHOWN = /^contract\/(?!accounts\/plain-)|^server\/database\//
// Files whose texts only account pages show.
const ACCOUNT = /^contract\/accounts\/(?!(?:(?:login|session)-words|personal-options|check)\.ts$)/
// Files whose texts only some pages for applicants show. The texts of all other files may appear on any page.
const MORE = /^contract\/(?:job-applications|corrections|decisions|erasure|tickets|assistant|notifications)\//
/**
 * The pages that show texts of `ACCOUNT` and of `MORE`. On another page, an error message loads both
 * (web/api.ts).
 */
const SHOWN_BY = {
  [ACCOUNT_SENTENCES]: /\/web\/(?:accounts|dashboard|notifications|corrections|erasure)\/[\w-]+-page\.tsx$/,
  [MORE_SENTENCES]:
    /\/web\/(?:(?:dashboard|notifications|corrections|erasure|job-applications)\/[\w-]+-page|dashboard\/shell|transparency\/verify-page|assistant\/panel|sending\/still-sending)\.tsx$/,
}

/** The sentences that each translation module adds to the translator in a Kiswahili build. */
export function sentencesByModule() {
  const entries = readCatalogues().filter(({ origins }) => origins.some((origin) => SHOWN.test(origin)))
  const moduleOf = ({ origins }: (typeof entries)[number]) => {
    const shown = origins.filter((origin) => SHOWN.test(origin))
    if (shown.every((origin) => ACCOUNT.test(origin))) return ACCOUNT_SENTENCES
    return shown.every((origin) => MORE.test(origin)) ? MORE_SENTENCES : SENTENCES
  }
  const sentencesIn = (name: string) =>
    sentencesOf(
      entries.filter((entry) => moduleOf(entry) === name),
      () => true,
    )
  return {
    [SENTENCES]: sentencesIn(SENTENCES),
    [ACCOUNT_SENTENCES]: sentencesIn(ACCOUNT_SENTENCES),
    [MORE_SENTENCES]: sentencesIn(MORE_SENTENCES),
  }
}
const isSentences = (id: string): id is keyof ReturnType<typeof sentencesByModule> =>
  id === SENTENCES || id in SHOWN_BY

/** The translations of marked texts. Undefined in the English build. */
export function lookupOf(language: string | undefined): Lookup | undefined {
  if (language !== 'sw') return undefined
  const translations = new Map(
    readCatalogues()
      .filter(({ isFuzzy, translation }) => translation && !isFuzzy)
      .map(({ english, context, translation }) => [`${context ?? ''}\n${english}`, translation]),
  )
  return (english, context) => translations.get(`${context ?? ''}\n${english}`)
}

/** Officers' pages stay English, even for texts that also occur in a catalogue for applicants. */
export const lookupFor = (path: string, lookup: Lookup | undefined): Lookup | undefined =>
  lookup && isForOfficers(path) ? () => undefined : lookup

/**
 * Builds the pages in one language (VITE_LANGUAGE). Marked texts are replaced in place. The translations of
 * the contract's sentences are separate modules, which are empty in English.
 */
export function pageTexts(): Plugin {
  let lookup: Lookup | undefined
  // One build makes the pages for the browser, and then those for the server, from the same files.
  const done = new Map<string, { code: string; result: ReturnType<typeof withTexts> }>()
  const inlined = (path: string, code: string) => {
    const known = done.get(path)
    if (known?.code === code) return known.result
    const result = withTexts(path, code, lookupFor(path, lookup))
    done.set(path, { code, result })
    return result
  }
  return {
    name: 'page-texts',
    enforce: 'pre',
    configResolved({ env }) {
      lookup = lookupOf(env['VITE_LANGUAGE'] as string | undefined)
    },
    // In Vite, the name of a module without a file starts with `\0`.
    resolveId: (id) => (isSentences(id) || id === ALL_SENTENCES ? `\0${id}` : null),
    load(id) {
      const name = id.slice(1)
      if (!isSentences(name) && name !== ALL_SENTENCES) return null
      if (!lookup) return ''
      if (name === ALL_SENTENCES) return `import '${ACCOUNT_SENTENCES}'; import '${MORE_SENTENCES}'`
      const sentences = JSON.stringify(sentencesByModule()[name])
      return `import { addSentences } from '/web/language/translate.ts'; addSentences(${sentences})`
    },
    transform(code, id) {
      const path = id.replace(/\?.*$/, '')
      if (!PAGE_FILE.test(path)) return null
      const more = Object.entries(lookup ? SHOWN_BY : {})
        .filter(([, shownBy]) => shownBy.test(path))
        .map(([name]) => `\nimport '${name}'`)
        .join('')
      if (hasTexts(code)) return inlined(path, code + more)
      return more ? code + more : null
    },
  }
}
