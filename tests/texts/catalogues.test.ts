import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage'
import { fingerprint } from '#contract/language/translator.ts'
import { collectTexts } from '../../bin/texts/lingui.ts'
import { templateDifferences } from '../../bin/texts/templates.ts'
import { unmarkedTexts } from '../../bin/texts/unmarked.ts'
import { lookupFor, lookupOf, sentencesByModule } from '../../bin/texts/vite-plugin.ts'
import { readCatalogues } from '../../server/language/catalogues.ts'

// The translation catalogues in texts/ contain each text that pages show, with its Kiswahili translation.

/** The texts that the code marks for translation. Each must have its Kiswahili translation. */
const entries = readCatalogues()
const nameOf = ({ catalogue, english }: { catalogue: string; english: string }) => `${catalogue}: ${english}`

/**
 * The names of a text's values, also inside plurals. A token of the text is a string, or `[name, type,
 * choices]`. `choices` has a compiled text for each plural form.
 */
const valuesIn = (tokens: CompiledMessage): string[] =>
  tokens.flatMap((token) => {
    if (typeof token === 'string') return []
    const [name, , choices] = token
    const inner = typeof choices === 'object' ? Object.values(choices as Record<string, CompiledMessage>) : []
    return [name, ...inner.flatMap((choice) => (Array.isArray(choice) ? valuesIn(choice) : []))]
  })

/** What a translation shares with the text: values, and tags around words, such as `<0>` or `</0>`. */
const placesIn = (text: string) =>
  [...new Set([...valuesIn(compileMessage(text)), ...(text.match(/<\/?\w+\/?>/g) ?? [])])].sort()

describe('the catalogues of Kiswahili texts (decisions#silent-languages)', () => {
  test('every marked text has a translation', () => {
    assert.deepEqual(entries.filter(({ translation }) => !translation).map(nameOf), [])
  })

  test('no translation is fuzzy', () => {
    assert.deepEqual(entries.filter(({ isFuzzy }) => isFuzzy).map(nameOf), [])
  })

  test('the catalogues hold what the code holds, no more and no less (npm run texts)', async () => {
    const inCode = new Set((await collectTexts()).map(nameOf))
    const inCatalogues = new Set(entries.map(nameOf))
    assert.deepEqual(
      {
        missing: [...inCode].filter((name) => !inCatalogues.has(name)),
        unused: [...inCatalogues].filter((name) => !inCode.has(name)),
      },
      { missing: [], unused: [] },
    )
  })

  test('a translation has the values and the tags of its text', () => {
    const different = entries.filter(
      ({ english, translation }) => translation && placesIn(english).join() !== placesIn(translation).join(),
    )
    assert.deepEqual(different.map(nameOf), [])
  })

  test('a translation ends as its text ends', () => {
    const ending = (text: string) => /[.?!:…]$/.exec(text.trim())?.[0] ?? ''
    // A value may be a time. English times end in a full stop (5:00 p.m.), and Kiswahili times in a bracket.
    const endsInTime = (text: string) => /(?:\}|[ap]\.m\.)$/.test(text)
    assert.deepEqual(
      entries
        .filter(({ english, translation }) => !endsInTime(english) && ending(english) !== ending(translation))
        .map(nameOf),
      [],
    )
  })

  test('no two texts share a fingerprint', () => {
    const texts = [...new Set(entries.map(({ english }) => english))]
    assert.equal(new Set(texts.map(fingerprint)).size, texts.length)
  })

  test('what the program of every page loads of the contract’s sentences is at most 5 KB, and that of an account too', () => {
    // The limits for compressed sizes. The module `more` may be larger, because only a few pages load it.
    const [forAll, account, more] = Object.values(sentencesByModule())
    for (const sentences of [forAll, account])
      assert.ok(brotliCompressSync(JSON.stringify(sentences)).length <= 5 * 1_024)
    assert.ok(Object.keys(more?.whole ?? {}).length > 100)
  })

  test('one text has one translation wherever it comes over the wire', () => {
    const byText = new Map<string, Set<string>>()
    for (const { english, translation, origins } of entries)
      if (origins.some((origin) => /^(?:contract|server)\//.test(origin)))
        byText.set(english, (byText.get(english) ?? new Set()).add(translation))
    assert.deepEqual(
      [...byText].filter(([, translations]) => translations.size > 1).map(([english]) => english),
      [],
    )
  })

  test('every text of a page is marked for translation', () => {
    assert.deepEqual(
      unmarkedTexts().map(({ path, text }) => `${path}: ${text}`),
      [],
    )
  })
})

describe('the texts of officers', () => {
  test('their templates hold what the code holds, no more and no less (npm run texts)', async () => {
    assert.deepEqual(await templateDifferences(), { missing: [], unused: [] })
  })

  test('they stay English in the Kiswahili build, also where applicants read the same text', () => {
    const lookup = lookupOf('sw')
    const translated = (path: string) => lookupFor(path, lookup)?.('Jobs', undefined)
    assert.equal(translated('/web/layout/menu.tsx'), 'Kazi')
    assert.equal(translated('/srv/web/portal/web/staff-ui/shell.tsx'), undefined)
  })
})
