import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { all, contract, server, web } from '../support/code.ts'

describe('each rule once', () => {
  const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  test('a sentence of the contract is written in one place, and nowhere else', () => {
    // Lists for each sentence the files that contain it.
    const places = new Map<string, string[]>()
    for (const { path, text } of contract) {
      // Matches a string of at least 25 characters that starts with a capital: 'Please try again in a
      // minute.'
      for (const [, sentence = ''] of withoutComments(text).matchAll(/'([A-Z][a-z](?:[^'\\\n]|\\.){23,})'/g))
        places.set(sentence, [...(places.get(sentence) ?? []), path])
    }
    assert.ok(places.size > 80, `${places.size} sentences found`)
    assert.deepEqual(
      [...places].filter(([, paths]) => paths.length > 1),
      [],
    )
    const copied = [...server, ...web].flatMap(({ path, text }) =>
      [...places.keys()]
        .filter((sentence) => withoutComments(text).includes(sentence))
        .map((sentence) => `${path}: ${sentence}`),
    )
    assert.deepEqual(copied, [])
  })
  test('S1 §9 the numbers of the specification are only in the limits of their feature', () => {
    // For example, contract/accounts/session-limits.ts owns its numbers.
    const isOwner = (path: string) => /^contract\/(?:[\w-]+\/(?:[\w-]+-)?limits|browser)\.ts$/.test(path)
    const limits = contract
      .filter(({ path }) => isOwner(path))
      .map(({ text }) => withoutComments(text))
      .join('\n')
    for (const number of ['3_300_000', '3_600_000', '300_000', '120_000', '15rem', '3_000', '2_500'])
      assert.ok(limits.includes(number), number)
    const copies = all
      .filter(({ path }) => !isOwner(path))
      .flatMap(({ path, text }) =>
        [...withoutComments(text).matchAll(/\b(?:3_?300_?000|300_?000|15rem)\b/g)].map(
          ([number]) => `${path}: ${number}`,
        ),
      )
    assert.deepEqual(copies, [])
  })
  test('the product mentions no place of the machine it was made on', () => {
    const files = globSync(
      ['*.{md,ts,json}', '{bin,bench,content,contract,docs,server,tests,web,.ci}/**/*'],
      {
        cwd: join(import.meta.dirname, '../..'),
        withFileTypes: true,
      },
    ).filter((entry) => entry.isFile())
    const own = /\/work\/(?:shared|main)|\/tmp\/brief/
    const found = files
      .map((entry) => join(entry.parentPath, entry.name))
      .filter(
        (file) =>
          file !== import.meta.filename &&
          /\.(?:md|ts|tsx|mjs|json|css|sql|run)$|\/run$/.test(file) &&
          own.test(readFileSync(file, 'utf8')),
      )
    assert.deepEqual(found, [])
  })
})
