import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { findingsOf, type Sentence } from '../bin/sentences/rules.ts'
import {
  NAME_PLACES,
  type NamePlace,
  RETIRED_IN_TITLES,
  RETIRED_WORDS,
  wordsOfName,
} from '../bin/vocabulary.ts'
import { type FoundName, namesOfCode, namesOfSheet } from './support/names.ts'
import { sources } from './support/source.ts'
import { titlesIn } from './support/titles.ts'

const namesIn = (path: string, text: string) => [
  ...namesOfCode({ path, text }),
  ...namesOfSheet({ path, text }),
]
/**
 * Keys with an earlier name that cannot change: parts of earlier addresses, fields of answers and of tables,
 * the code of a refusal, a kind of alarm, and a period that a setting names.
 */
const isFixedKey = ({ place, name, path }: FoundName) =>
  place === 'key' &&
  (path === 'server/http/earlier-paths.ts' ||
    ['acts', 'looks', 'signed_out', 'account_notice'].includes(name))
const isRetired = ({ place, name }: FoundName, places: Partial<Record<string, RegExp>>) =>
  places[place]?.test(wordsOfName(name)) === true

describe('retired words are not used again', () => {
  const names = [
    ...sources(
      '{contract,server,bin,bench,tests}/**/*.ts',
      '{bin,docs}/**/*.mjs',
      'web/**/*.{ts,tsx}',
    ).flatMap(namesOfCode),
    ...sources('web/**/*.css').flatMap(namesOfSheet),
  ]
  for (const { say, places } of RETIRED_WORDS)
    test(`in names, say: ${say}`, () => {
      const found = names.filter((name) => isRetired(name, places) && !isFixedKey(name))
      assert.deepEqual([...new Set(found.map(({ place, name, path }) => `${path}: ${place} ${name}`))], [])
    })

  test('every place has names to check', () => {
    for (const place of NAME_PLACES)
      assert.ok(
        names.some((name) => name.place === place),
        place,
      )
  })
})

describe('a retired word is found in every place', () => {
  /** For each kind of name, a file that has a retired word only in a name of that kind. */
  const WRONG: Record<NamePlace, { path: string; text: string }> = {
    'exported name': { path: 'server/emails.ts', text: 'export function countLetters() {}' },
    type: { path: 'server/emails.ts', text: 'type QueuedLetter = { id: number }' },
    function: { path: 'server/emails.ts', text: 'function countLetters() {}' },
    parameter: { path: 'server/emails.ts', text: 'const send = ({ body: letter }: Email) => letter' },
    variable: { path: 'server/emails.ts', text: 'for (const [letter] of queue) send(letter)' },
    key: { path: 'server/emails.ts', text: 'const TITLES = { answer: { letter: 1 } } as const' },
    prop: { path: 'web/email.tsx', text: 'const view = () => <Email letter={email} />' },
    file: { path: 'server/letters-store.ts', text: '' },
    folder: { path: 'server/letters/store.ts', text: '' },
    'CSS class': { path: 'web/email.css', text: '@layer page { .email-letter:hover > a { color: red } }' },
    'log event': { path: 'server/emails.ts', text: "deps.log('error', 'letter.not_delivered', {})" },
  }
  for (const [place, { path, text }] of Object.entries(WRONG))
    test(place, () => {
      const names = path.endsWith('.css') ? namesOfSheet({ path, text }) : namesOfCode({ path, text })
      const found = names.filter((name) => RETIRED_WORDS.some(({ places }) => isRetired(name, places)))
      assert.deepEqual(
        found.map((name) => name.place),
        [place],
      )
    })

  const eventsIn = (text: string) =>
    namesOfCode({ path: 'server/emails.ts', text }).flatMap(({ place, name }) =>
      place === 'log event' ? [name] : [],
    )
  test('log event, wherever it is written', () => {
    assert.deepEqual(eventsIn("log(isFull ? 'error' : 'info', isFull ? 'disk.full' : 'disk.free_again')"), [
      'disk.full',
      'disk.free_again',
    ])
    assert.deepEqual(eventsIn("const count = logByMinute(log, 'request.shed', 'warn')"), ['request.shed'])
    assert.deepEqual(eventsIn("worker(log, { failureEvent: 'outbox.waiting', pass })"), ['outbox.waiting'])
  })

  test('sentence', () => {
    const texts = [{ path: 'web/email.tsx', line: 1, text: 'We sent you a letter.' }]
    assert.deepEqual(
      findingsOf(texts, 20, () => false).map(({ problem }) => problem),
      ['"letter": say email; characters'],
    )
  })

  test('`at` is retired as a name, not as a method or in SQL', () => {
    const allowed =
      'const last = list.at(-1)\nconst rows = sql`select at.id from facts at`\nconst entry = { at: now }'
    const found = namesIn('server/log.ts', allowed).filter((name) =>
      RETIRED_WORDS.some(({ places }) => isRetired(name, places)),
    )
    assert.deepEqual(found, [])
  })
})

describe('retired words are not used in the titles of tests', () => {
  const problemsOf = (titles: Sentence[]) => [
    ...findingsOf(titles, Infinity, () => false).map(
      ({ path, line, problem }) => `${path}:${line}: ${problem}`,
    ),
    ...titles.flatMap(({ path, line, text }) =>
      RETIRED_IN_TITLES.filter(({ pattern }) => pattern.test(text)).map(
        ({ say }) => `${path}:${line}: say ${say}`,
      ),
    ),
  ]

  test('no title has one', () => {
    const titles = sources('tests/**/*.ts').flatMap(titlesIn)
    assert.ok(titles.length > 3_000, `${titles.length} titles`)
    assert.deepEqual(problemsOf(titles), [])
  })

  test('one is found in a test, in a group, and beside a value', () => {
    const wrong = `
      test('the owner is shown what nobody else sees', () => {})
      test.describe('the lock', () => { test.skip("who is signed out", async () => {}) })
      describe(\`\${role}: each act\`, () => {})`
    assert.deepEqual(problemsOf(titlesIn({ path: 'tests/staff/lock.test.ts', text: wrong })), [
      'tests/staff/lock.test.ts:2: "nobody": say no one; anyone who; someone; everyone',
      'tests/staff/lock.test.ts:3: "signed out": say log in; log out',
      'tests/staff/lock.test.ts:4: say handler; audit entry; what officers do',
    ])
  })
})

test('the glossary has the terms that replace retired words, and 40 to 55 in all', () => {
  const glossary = readFileSync(join(import.meta.dirname, '../docs/glossary.md'), 'utf8')
  const terms = [...glossary.matchAll(/^\| \*\*(.+?)\*\* \|/gm)].map(([, term = '']) => term)
  assert.ok(terms.length >= 40 && terms.length <= 55, `${terms.length} terms`)
  assert.deepEqual(
    terms,
    terms.toSorted((left, right) => left.localeCompare(right)),
    'in the order of the alphabet',
  )
  const replacing = RETIRED_WORDS.flatMap((word) => word.terms ?? [])
  assert.ok(replacing.length >= 20, `${replacing.length} terms replace a retired word`)
  assert.deepEqual(
    replacing.filter((term) => !terms.includes(term)),
    [],
  )
})
