import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { canonical } from '#contract/canonical.ts'
import { ceremony } from '../../bin/selection-sample/ceremony.ts'
import { page } from '../../bin/selection-sample/files.ts'
import { replayText } from '../support/selection.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'public/selection-sample')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const run = (...words: string[]) => spawnSync(process.execPath, words, { encoding: 'utf8', cwd: root })

describe('the sample of a selection', () => {
  test('the build compares it with what the engine computes, and the program of outsiders finds it correct', () => {
    assert.deepEqual(run('bin/selection-sample/main.ts', '--check').stderr, '')
    const { status, stdout } = run('docs/check-selection.mjs', folder)
    assert.equal(status, 0)
    assert.match(stdout, /^correct: 218 people in 3 units, 49 taken/)
  })
  test('the result follows from the pack, and the digests on the page are those of the files', () => {
    assert.equal(read('result.json'), replayText(read('pack.json')))
    for (const { name, digest } of page.files) assert.equal(sha256(read(name)), digest, name)
  })
  test('the seed follows from its parts: the rule, the pool, dice, sentences and a round', () => {
    const { seed, parts } = ceremony
    assert.equal(sha256(canonical(parts)), seed)
    assert.equal(parts.rule, sha256(read('rule.json')))
    assert.equal(parts.round, ceremony.beacon.round)
    assert.equal(sha256(Buffer.from(ceremony.beacon.signature, 'hex')), parts.randomness)
    for (const { reveal, commitment } of ceremony.observers)
      if (reveal !== null) assert.equal(sha256(reveal), commitment)
  })
  test('each thing happened before the next: dice and sentences at least 10 minutes before the round', () => {
    const { rule_at, pool_at, dice_at, round_at } = ceremony
    assert.deepEqual([rule_at, pool_at, dice_at, round_at].toSorted(), [rule_at, pool_at, dice_at, round_at])
    assert.ok(Date.parse(round_at) - Date.parse(pool_at) >= 86_400_000)
    assert.ok(Date.parse(round_at) - Date.parse(dice_at) >= 600_000)
  })
})
