import type { Plugin } from 'vite'
import { readCatalogues, sentencesOf } from '../../server/language/catalogues.ts'
import { hasTexts, type Lookup, withTexts } from './inline-texts.ts'
import { isForOfficers } from './staff-features.ts'

const PAGE_FILE = /\/web\/.*\.tsx?$/
const SENTENCES = 'virtual:sentences'

/** The translations of marked texts; undefined for English. */
export function lookupOf(language: string | undefined): Lookup | undefined {
  if (language !== 'sw') return undefined
  const translations = new Map(
    readCatalogues()
      .filter(({ isFuzzy, translation }) => translation && !isFuzzy)
      .map(({ english, context, translation }) => [`${context ?? ''}\n${english}`, translation]),
  )
  return (english, context) => translations.get(`${context ?? ''}\n${english}`)
}

/** The pages of officers stay English, also where an applicants' catalogue holds the same text. */
export const lookupFor = (path: string, lookup: Lookup | undefined): Lookup | undefined =>
  lookup && isForOfficers(path) ? () => undefined : lookup

/**
 * Pages in the language of this build (VITE_LANGUAGE): marked texts are inlined, and the translations of the
 * contract's sentences are a module of their own, which only the Kiswahili build imports.
 */
export function pageTexts(): Plugin {
  let lookup: Lookup | undefined
  return {
    name: 'page-texts',
    enforce: 'pre',
    configResolved({ env }) {
      lookup = lookupOf(env['VITE_LANGUAGE'] as string | undefined)
    },
    resolveId: (id) => (id === SENTENCES ? `\0${SENTENCES}` : null),
    load(id) {
      if (id !== `\0${SENTENCES}`) return null
      if (!lookup) return ''
      // The pages that the server writes by itself have sentences of their own.
      const isShown = (origin: string) => /^contract\/(?!accounts\/plain-)|^server\/database\//.test(origin)
      const sentences = JSON.stringify(sentencesOf(readCatalogues(), isShown))
      return `import { setSentences } from '/web/language/translate.ts'; setSentences(${sentences})`
    },
    transform(code, id) {
      const path = id.replace(/\?.*$/, '')
      return PAGE_FILE.test(path) && hasTexts(code) ? withTexts(path, code, lookupFor(path, lookup)) : null
    },
  }
}
