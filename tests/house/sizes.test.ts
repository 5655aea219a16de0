import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Source, sources } from '../support/source.ts'
import { all, programs } from '../support/code.ts'
import { longFunctionsIn } from '../support/long-functions.ts'

describe('sizes', () => {
  const lines = ({ text }: Source) => text.trimEnd().split('\n').length
  const tests = sources('tests/**/*.ts')
  test('no file of code or style sheet is longer than 300 lines, no test longer than 450', () => {
    // The folder has the tests of a feature too.
    const shared = sources('tests/support/*.ts').filter(({ path }) => !/\.(?:test|spec)\.ts$/.test(path))
    const code = [...all, ...shared, ...sources('bench/**/*.ts', 'bin/*.mjs', '*.ts', 'web/**/*.css')]
    assert.deepEqual(
      [...code.filter((file) => lines(file) > 300), ...tests.filter((file) => lines(file) > 450)].map(
        (file) => `${file.path}: ${lines(file)}`,
      ),
      [],
    )
  })
  test('half of the files of code have at most 70 lines, nine in ten at most 170', () => {
    const sorted = all.map(lines).sort((left, right) => left - right)
    /** The length that this share of the files does not exceed. */
    const atShare = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
    assert.ok(atShare(0.5) <= 70, `${atShare(0.5)} lines`)
    assert.ok(atShare(0.9) <= 170, `${atShare(0.9)} lines`)
  })
  test('at most 25 functions have more than 60 lines; the comment above each says why after "Long: "', () => {
    const long = [...all, ...programs].flatMap((file) => longFunctionsIn(file, 60))
    assert.ok(programs.some(({ path }) => path === 'bench/last-hour/generator.ts'))
    assert.deepEqual(
      long
        .filter(({ hasReason }) => !hasReason)
        .map((found) => `${found.path}:${found.line}: ${found.lines} lines`),
      [],
    )
    assert.ok(long.length <= 25, `${long.length} functions`)
  })
  test('a line of a comment has at most 110 columns', () => {
    const wide = [...all, ...tests, ...sources('bench/**/*.ts', 'bin/*.mjs', '*.ts')].flatMap(
      ({ path, text }) =>
        text
          .split('\n')
          // A line may be too long if it has an address or a note to the linter, because these cannot be
          // broken.
          .filter(
            (line) =>
              line.length > 110 &&
              /^\s*(?:\/\/|\/?\*[* ])/.test(line) &&
              !/https?:|eslint|oxlint|biome-/.test(line),
          )
          .map((line) => `${path}: ${line.trim()}`),
    )
    assert.deepEqual(wide, [])
  })
})
