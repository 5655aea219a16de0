import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePo } from 'pofile-ts'
import { fingerprint, type Sentences } from '#contract/language/translator.ts'

/**
 * One text of a translation catalogue. `origins` are the files with the English text. `context` tells equal
 * English texts apart. `translation` is '' until there is one. `isFuzzy`: the English text has changed since
 * the translation.
 */
type CatalogueEntry = {
  catalogue: string
  english: string
  context: string | undefined
  translation: string
  isFuzzy: boolean
  origins: string[]
}

const FOLDER = join(import.meta.dirname, '../../texts/sw')

/** All texts of the catalogues with the Kiswahili translations (texts/sw/*.po). */
export function readCatalogues(): CatalogueEntry[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.po'))
    .sort()
    .flatMap((name) =>
      parsePo(readFileSync(join(FOLDER, name), 'utf8')).items.map(
        ({ msgid, msgctxt, msgstr, flags, references }) => ({
          catalogue: name,
          english: msgid,
          context: msgctxt ?? undefined,
          translation: msgstr[0] ?? '',
          isFuzzy: flags.fuzzy === true,
          // `server/mail/render.ts:12` becomes `server/mail/render.ts`.
          origins: references.map((reference) => reference.replace(/:\d+$/, '')),
        }),
      ),
    )
}

/** Matches a placeholder for a value in a sentence, such as `{0}` in `{0} new jobs`. */
const HOLE = /\{\d\}/

/**
 * The translated sentences of the files that `isWanted` accepts. `whole` has sentences without values, by the
 * fingerprint of the English one. `patterns` has sentences with values: the English text around them, and the
 * translation.
 */
export function sentencesOf(entries: CatalogueEntry[], isWanted: (origin: string) => boolean): Sentences {
  const wantedEntries = entries.filter(({ origins, translation }) => translation && origins.some(isWanted))
  const patterns = wantedEntries
    .filter(({ english }) => HOLE.test(english))
    .map(({ english, translation }): [string[], string] => [english.split(/\{\d\}/), translation])
  const whole = wantedEntries
    .filter(({ english }) => !HOLE.test(english))
    .map(({ english, translation }) => [fingerprint(english), translation] as const)
  return { whole: Object.fromEntries(whole), patterns }
}
