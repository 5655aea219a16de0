import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { canonical } from '#contract/canonical.ts'
import type { Pack } from '../../server/selection/pack.ts'
import { writePublished } from '../../server/selection/command.ts'
import { digestOf, randomNumbers, randomPack, replayText, withSuccessors } from '../support/selection.ts'

const root = join(import.meta.dirname, '../..')
const examplePath = join(import.meta.dirname, 'example-pack.json')
const example = readFileSync(examplePath, 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'selection-'))
after(() => rmSync(folder, { recursive: true }))

let files = 0
const put = (content: string) => {
  const file = join(folder, `${++files}.json`)
  writeFileSync(file, content)
  return file
}
/** No settings but the compile cache, which halves the start of the command. */
const env: Record<string, string> = process.env.NODE_COMPILE_CACHE
  ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
  : {}
/** Runs the command in a folder without a portal or settings, so that only the file counts. */
const run = (program: string, ...words: string[]) =>
  spawnSync(process.execPath, [join(root, program), ...words], { encoding: 'utf8', cwd: folder, env })
const selection = (...words: string[]) => run('server/portal.ts', 'selection', ...words)
const check = (of: string) => run('docs/check-selection.mjs', of)

describe('npm run portal -- selection', () => {
  test('replay prints the result, and its digest to standard error (selection#selection-replay, selection#selection-json)', () => {
    const { status, stdout, stderr } = selection('replay', examplePath)
    assert.deepEqual([status, stdout], [0, replayText(example)])
    assert.equal(stderr, '52c6c1469919aabcc1be028220e7a5b664180c75903a0acc8a25aef8a6b1e531\n')
    assert.equal(digestOf(stdout), stderr.trim())
  })
  test('a reader who stops early, as head does, gets no error', async () => {
    const file = put(JSON.stringify(randomPack(randomNumbers(7), 9_000)))
    const child = spawn(process.execPath, [join(root, 'server/portal.ts'), 'selection', 'replay', file], {
      env,
    })
    child.stdout.destroy()
    const errors = text(child.stderr)
    const [code] = (await once(child, 'close')) as [number]
    assert.deepEqual([code, await errors], [0, ''])
  })
  test('a refused pack exits with 1 and its sentence, and prints no result (selection#selection-replay)', () => {
    const { status, stdout, stderr } = selection('replay', put(example.replace('"female"', '"f"')))
    assert.deepEqual([status, stdout], [1, ''])
    assert.equal(stderr, 'Person 1 of the pool: the gender must be female, male or other.\n')
  })
  test('a file that was cut in the middle says so', () => {
    const { status, stdout, stderr } = selection('replay', put(example.slice(0, example.length / 2)))
    assert.deepEqual([status, stdout], [1, ''])
    assert.equal(stderr, 'The file ends in the middle of the pack: a part is missing.\n')
  })
  test('a file that is not there says so; other words print the help', () => {
    const missing = selection('replay', 'nowhere.json')
    assert.equal(missing.status, 1)
    assert.match(missing.stderr, /^ENOENT: no such file or directory.*\n$/)
    const { status, stdout } = selection('replay')
    assert.equal(status, 2)
    assert.match(stdout, /selection replay PACK\.json/)
  })
  test('files writes what anyone may have: nothing about gender, disability or reasons (selection#selection-public-files)', () => {
    const target = join(folder, 'example')
    assert.equal(selection('files', examplePath, target).status, 0)
    assert.deepEqual(readdirSync(target).sort(), [
      'selection.json',
      'unit-1.jsonl',
      'unit-2.jsonl',
      'unit-3.jsonl',
    ])
    for (const name of readdirSync(target)) {
      const text = readFileSync(join(target, name), 'utf8')
      assert.doesNotMatch(text.replace(/"rule": \{[^]*?\n \},/, ''), /gender|disability|male|reason/)
    }
    const { status, stdout } = check(target)
    assert.equal(stdout, 'correct: 30 people in 3 units, 19 taken; all 30 lots follow from the seed\n')
    assert.equal(status, 0)
  })
  test('files of a refused pack are not written', () => {
    const target = join(folder, 'refused')
    assert.equal(selection('files', put('{'), target).status, 1)
    assert.ok(!existsSync(target))
  })
})

type Unit = { unit: string; closings: { place: string; rank: number }[] }
type Whole = {
  format: string
  seed: string
  rule: Pack['rule']
  units: Unit[]
  held: string[]
  gone: string[]
}
const PARTS = {
  dice: '01234567890123456789',
  pool_root: digestOf('pool'),
  randomness: digestOf('randomness'),
  reveals: ['the first', null],
  round: 7,
  rule: '',
}
type Parts = typeof PARTS
type Line = { rank: number; points: number; lot: string; leaf: string; place: string; result: string }

/** Changes the published files of the example selection. Returns what the check prints. */
function checkChanged(change: (whole: Whole, lines: Line[]) => void): string {
  const target = join(folder, `changed-${++files}`)
  writePublished(examplePath, target)
  const whole = JSON.parse(readFileSync(join(target, 'selection.json'), 'utf8')) as Whole
  const file = join(target, 'unit-3.jsonl')
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  change(whole, lines)
  writeFileSync(join(target, 'selection.json'), JSON.stringify(whole))
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const { status, stdout } = check(target)
  assert.equal(status, stdout.startsWith('correct') ? 0 : 1)
  return stdout
}
/** The line of the person at this rank, for a change. */
const lineOf = (lines: Line[], rank: number): Line => {
  const line = lines[rank - 1]
  assert.ok(line)
  return line
}

describe('docs/check-selection.mjs (selection#selection-check)', () => {
  test('it has at most 150 lines, and imports nothing but Node', () => {
    const program = readFileSync(join(root, 'docs/check-selection.mjs'), 'utf8')
    assert.ok(program.trim().split('\n').length <= 150)
    const imports = [...program.matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'/g)].map(
      ([, name, later]) => name ?? later ?? '',
    )
    assert.ok(imports.length > 2)
    assert.deepEqual(
      imports.filter((name) => !name.startsWith('node:')),
      [],
    )
  })
  test('the files of random packs are correct, also with people held and gone', () => {
    for (let seed = 0; seed < 12; seed++) {
      const random = randomNumbers(seed)
      const pack = randomPack(random, 40, 10)
      const target = join(folder, `random-${seed}`)
      writePublished(put(JSON.stringify(seed % 2 ? withSuccessors(random, pack) : pack)), target)
      assert.match(check(target).stdout, /^correct: /)
    }
  })

  /** The example selection, drawn with a seed of parts and then changed. Returns what the check prints. */
  const checkParts = (change: (whole: Whole & { parts: Parts }, rule: Record<string, unknown>) => void) => {
    const pack = JSON.parse(example) as Pack
    const rule = { criteria: [], format: 'selection-rule/1', job: 'IEBC/1', ...pack.rule }
    const parts = { ...PARTS, rule: digestOf(canonical(rule)) }
    const target = join(folder, `parts-${++files}`)
    writePublished(put(JSON.stringify({ ...pack, seed: digestOf(canonical(parts)) })), target)
    const whole = { ...JSON.parse(readFileSync(join(target, 'selection.json'), 'utf8')), parts } as Whole & {
      parts: Parts
    }
    change(whole, rule)
    writeFileSync(join(target, 'selection.json'), JSON.stringify(whole))
    writeFileSync(join(target, 'rule.json'), canonical(rule))
    return check(target).stdout
  }
  test('the seed follows from its parts, and the rule is the one whose digest is among them (selection#selection-seed)', () => {
    assert.match(
      checkParts(() => {}),
      /^correct: 30 people.* follow from the seed, and the seed from its parts\n$/,
    )
  })
  for (const [name, value] of [
    ['dice', '01234567890123456780'],
    ['pool_root', digestOf('another pool')],
    ['randomness', digestOf('another round')],
    ['reveals', ['the second', null]],
    ['round', 8],
  ] as const)
    test(`another ${name} is wrong`, () =>
      assert.match(
        checkParts(({ parts }) => Object.assign(parts, { [name]: value })),
        /^WRONG: The seed does not follow from its parts\n$/,
      ))
  test('another rule is wrong, in its file and beside the seed', () => {
    assert.match(
      checkParts((_, rule) => (rule.criteria = [{ fact: 'document', table: [] }])),
      /^WRONG: rule\.json is not the rule whose digest is a part of the seed\n$/,
    )
    assert.match(
      checkParts(({ rule }) => (rule.reservePercent = 99)),
      /^WRONG: The rule in selection\.json is not the rule in rule\.json\n$/,
    )
  })

  const WRONG: [what: string, change: (whole: Whole, lines: Line[]) => void, sentence: RegExp][] = [
    ['another seed', (whole) => (whole.seed = '0'.repeat(64)), /rank 1: the lot must be/],
    [
      'another lot',
      (_, lines) => (lineOf(lines, 2).lot = '0'.repeat(64)),
      /U2, rank 2: the lot must be ae4e/,
    ],
    ['other points', (_, lines) => (lineOf(lines, 9).points = 70), /rank 9: this person comes before/],
    ['a person left out', (_, lines) => lines.splice(3, 1), /rank 4: the line says rank 5/],
    [
      'a person without a place',
      (_, lines) => (lineOf(lines, 3).place = 'P9'),
      /rank 3: the place is not in the/,
    ],
    [
      'one taken fewer',
      (_, lines) => (lineOf(lines, 14).result = 'not_taken'),
      /P2-1: 4 are taken, and there are 5/,
    ],
    [
      'another taken instead',
      (_, lines) => ([lineOf(lines, 5).result, lineOf(lines, 10).result] = ['not_taken', 'taken']),
      /the closing at rank 10 is wrong/,
    ],
    [
      'a closing that is no one',
      (whole) => whole.units[2]?.closings.shift(),
      /rank 7: passed over while a seat was/,
    ],
    [
      'a closing of a person taken',
      (whole) => whole.units[2]?.closings.unshift({ place: 'P2-0', rank: 1 }),
      /closing at rank 1/,
    ],
    [
      'a reserve too many',
      (_, lines) => (lineOf(lines, 15).result = 'reserve'),
      /rank 15: the result must be not_taken/,
    ],
    [
      'a gone person listed',
      (whole, lines) => whole.gone.push(lineOf(lines, 1).leaf),
      /rank 1: this person is gone/,
    ],
    [
      'a held person not taken',
      (whole, lines) => whole.held.push(lineOf(lines, 7).leaf),
      /rank 7: this person is held, but/,
    ],
    [
      'a held person who is no one',
      (whole) => whole.held.push('0'.repeat(64)),
      /^WRONG: 0{64} is held, but not listed/,
    ],
    ['a unit left out', (whole) => whole.units.pop(), /The units of the files are not the units of the rule/],
    ['another format', (whole) => (whole.format = 'other'), /is not of the format/],
    [
      'a person twice',
      (_, lines) => lines.push({ ...lineOf(lines, 15), rank: 16 }),
      /rank 16: this person comes before/,
    ],
  ]
  test('nothing changed is correct', () =>
    assert.match(
      checkChanged(() => {}),
      /^correct: 30 people/,
    ))
  for (const [what, change, sentence] of WRONG)
    test(`${what} is wrong`, () => {
      const report = checkChanged(change)
      assert.match(report, /^WRONG: /)
      assert.match(report, sentence)
    })
})
