import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import { sources } from './support/source.ts'

type Retired = { retired: string[]; say: string }

/**
 * Words that the code once used for things that have a standard name. They are refused in the names of files
 * and of what these export; `docs/glossary.md` has what we say.
 */
const RETIRED: Retired[] = [
  { retired: ['promise', 'promised', 'promises', 'promising'], say: 'enqueueEmail, queued email' },
  { retired: ['letter', 'letters'], say: 'email' },
  { retired: ['acts'], say: 'audit entry' },
  { retired: ['look', 'looks'], say: 'access record' },
  { retired: ['notice', 'notices'], say: 'job card, notification, published list' },
  {
    retired: ['seal', 'sealed', 'unsealed', 'sealer'],
    say: 'signToken, appendCheckpoint, freezeApplication',
  },
  { retired: ['figure', 'figures'], say: 'reports, helpNumbers' },
  { retired: ['gate', 'door', 'doors'], say: 'concurrency limiter, admission' },
  { retired: ['hot'], say: 'finished pages, page cache' },
  { retired: ['pace'], say: 'minimum transfer rate' },
  { retired: ['packing', 'packed'], say: 'content encoding' },
  { retired: ['met'], say: 'validation statistics' },
  { retired: ['fault', 'faults'], say: 'field errors' },
  { retired: ['tally', 'tallies'], say: 'counter' },
  { retired: ['room'], say: 'free space' },
  { retired: ['judge', 'judging', 'judged', 'unfit'], say: 'inspect, RejectedFile' },
  { retired: ['kept'], say: 'cached, stored, saved' },
  { retired: ['told', 'untold'], say: 'notified, suppressSmallCounts' },
  { retired: ['said', 'heard', 'unheard', 'asked'], say: 'message, received, requested' },
  { retired: ['lookups'], say: 'reference data' },
  { retired: ['slip'], say: 'receipt' },
  { retired: ['anew'], say: 'again' },
  { retired: ['it', 'at', 'one'], say: 'what it is' },
]

const WHOLE = new Set(['it', 'at', 'one', 'look', 'asked', 'said', 'heard'])
/** The words of a name such as `countLetters`, `LETTERS_OF_DAY` or `letters-store`. */
const wordsOf = (name: string) => name.split(/[-_.]|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase())
const isRetired = (name: string, retired: string[]) =>
  retired.some((word) => (WHOLE.has(word) ? name === word : wordsOf(name).includes(word)))

const EXPORTED = /^export (?:default )?(?:async )?(?:function\*?|const|let|type|class) (\w+)/gm
const files = sources('contract/**/*.ts', 'server/**/*.ts', 'web/**/*.{ts,tsx}')

describe('retired words are not used again', () => {
  for (const { retired, say } of RETIRED)
    test(`${retired[0]}: say ${say}`, () => {
      const names = files.flatMap(({ path, text }) =>
        [...text.matchAll(EXPORTED)]
          .map(([, name = '']) => name)
          .filter((name) => isRetired(name, retired))
          .map((name) => `${path}: ${name}`),
      )
      const paths = files
        .map(({ path }) => path)
        .filter((path) => isRetired(basename(path).replace(/\.\w+$/, ''), retired))
      assert.deepEqual([...names, ...paths], [])
    })

  test('the glossary has each of the words that replace them, and about forty in all', () => {
    const glossary = readFileSync(join(import.meta.dirname, '../docs/glossary.md'), 'utf8')
    const terms = [...glossary.matchAll(/^\| \*\*(.+?)\*\* \|/gm)].map(([, term = '']) => term)
    assert.ok(terms.length >= 40, `${terms.length} terms`)
    assert.deepEqual(
      terms,
      terms.toSorted((left, right) => left.localeCompare(right)),
      'in the order of the alphabet',
    )
    for (const term of [
      'access record',
      'audit entry',
      'checkpoint',
      'email queue',
      'field error',
      'reference data',
      'validation statistics',
    ])
      assert.ok(terms.includes(term), term)
  })
})
