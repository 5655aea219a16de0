import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { type Pack, RefusedPack } from '../../server/selection/pack.ts'
import { replayPack, replayText } from '../support/selection.ts'

const text = readFileSync(join(import.meta.dirname, 'example-pack.json'), 'utf8')
const example = JSON.parse(text) as Pack
const [first, second] = example.pool.map(({ leaf }) => leaf)

const refuses = (run: () => string, sentence: RegExp) =>
  assert.throws(run, (error) => {
    assert.ok(error instanceof RefusedPack, String(error))
    assert.match(error.message, sentence)
    assert.match(error.message, /^[A-Za-z].*\.$/)
    return true
  })

type Changed = Record<string, unknown>
const inPool = (change: Changed) => ({
  ...example,
  pool: example.pool.map((person, index) => (index === 4 ? { ...person, ...change } : person)),
})
const inRule = (change: Changed) => ({ ...example, rule: { ...example.rule, ...change } })
const inSeats = (change: Changed) =>
  inRule({ seats: example.rule.seats.map((line, index) => (index === 1 ? { ...line, ...change } : line)) })

const REFUSED: [what: string, pack: unknown, sentence: RegExp][] = [
  ['a leaf twice', inPool({ leaf: first }), /^The leaf [0-9a-f]{64} is in the pool twice\.$/],
  ['a leaf that is too short', inPool({ leaf: 'ab' }), /^Person 5 of the pool: the leaf must be 64/],
  [
    'a leaf with capitals',
    inPool({ leaf: first?.toUpperCase() }),
    /^Person 5 of the pool: the leaf must be 64/,
  ],
  ['a seed that is no hex', { ...example, seed: 'x'.repeat(64) }, /^The seed must be 64 lower-case/],
  ['no seed', { ...example, seed: undefined }, /^The seed must be 64 lower-case/],
  ['a leaf in held that is no hex', { ...example, held: ['x'] }, /^Each leaf in held must be 64 lower-case/],
  ['points with a fraction', inPool({ points: 1.5 }), /^Person 5 of the pool: the points must be a whole/],
  ['points below 0', inPool({ points: -1 }), /^Person 5 of the pool: the points must be a whole/],
  ['points as a text', inPool({ points: '7' }), /^Person 5 of the pool: the points must be a whole/],
  [
    'points that JSON cannot hold',
    inPool({ points: 2 ** 53 }),
    /the points must be a whole number from 0 to 900/,
  ],
  ['seats with a fraction', inSeats({ seats: 0.5 }), /^Line 2 of the seats: the seats must be a whole/],
  ['seats below 0', inSeats({ seats: -1 }), /^Line 2 of the seats: the seats must be a whole/],
  [
    'too many seats together',
    inSeats({ seats: Number.MAX_SAFE_INTEGER }),
    /^The seats of the unit "U0" are more/,
  ],
  [
    'a place without seats',
    inPool({ place: 'Nowhere' }),
    /^The place "Nowhere" of the unit "U\d" is in the pool, but/,
  ],
  [
    'a place of another unit',
    inPool({ unit: 'U1' }),
    /^The place "P2-0" of the unit "U1" is in the pool, but/,
  ],
  [
    'a place twice in a unit',
    inSeats({ place: 'P0-0' }),
    /^The place "P0-0" of the unit "U0" is listed in seats twice/,
  ],
  ['maxShare with one number', inRule({ gender: { maxShare: [2], from: 3 } }), /^maxShare must be two whole/],
  [
    'maxShare with three',
    inRule({ gender: { maxShare: [2, 3, 4], from: 3 } }),
    /^maxShare must be two whole/,
  ],
  [
    'maxShare with a fraction',
    inRule({ gender: { maxShare: [1.5, 2], from: 3 } }),
    /^maxShare must be two whole/,
  ],
  [
    'maxShare of nothing',
    inRule({ gender: { maxShare: [0, 3], from: 3 } }),
    /^maxShare must be two whole .* above 0/,
  ],
  [
    'maxShare above the whole',
    inRule({ gender: { maxShare: [4, 3], from: 3 } }),
    /^maxShare must be two whole/,
  ],
  [
    'maxShare below one half',
    inRule({ gender: { maxShare: [49, 99], from: 3 } }),
    /^maxShare must not be below one half/,
  ],
  [
    'minShare above the whole',
    inRule({ disability: { minShare: [2, 1], from: 3 } }),
    /^minShare must be two whole/,
  ],
  [
    'minShare below 0',
    inRule({ disability: { minShare: [-1, 20], from: 3 } }),
    /^minShare must be .* at least 0/,
  ],
  [
    'minShare of 0 of 0',
    inRule({ disability: { minShare: [0, 0], from: 3 } }),
    /^minShare must be two whole/,
  ],
  [
    'minShare as a fraction',
    inRule({ disability: { minShare: 0.05, from: 3 } }),
    /^minShare must be two whole/,
  ],
  [
    'from with a fraction, for gender',
    inRule({ gender: { maxShare: [2, 3], from: 2.5 } }),
    /^from of the rule for gender must/,
  ],
  [
    'from as a text, for disability',
    inRule({ disability: { minShare: [1, 20], from: '20' } }),
    /^from of the rule for disability/,
  ],
  [
    'reservePercent with a fraction',
    inRule({ reservePercent: 2.5 }),
    /^reservePercent must be a whole number from 0 to 100/,
  ],
  ['reservePercent above 100', inRule({ reservePercent: 101 }), /^reservePercent must be a whole number/],
  ['reservePercent below 0', inRule({ reservePercent: -1 }), /^reservePercent must be a whole number/],
  ['no reservePercent', inRule({ reservePercent: undefined }), /^reservePercent must be a whole number/],
  [
    'an unknown gender',
    inPool({ gender: 'Female' }),
    /^Person 5 of the pool: the gender must be female, male or other/,
  ],
  [
    'a disability that is no yes or no',
    inPool({ disability: 1 }),
    /^Person 5 of the pool: the disability must/,
  ],
  [
    'an unknown format',
    { ...example, format: 'selection-pack/2' },
    /^The format must be selection-pack\/1\.$/,
  ],
  [
    'held that is not in the pool',
    { ...example, held: ['0'.repeat(64)] },
    /^The leaf 0{64} is in held, but not in the/,
  ],
  [
    'gone that is not in the pool',
    { ...example, gone: ['f'.repeat(64)] },
    /^The leaf f{64} is in gone, but not in the/,
  ],
  ['held twice', { ...example, held: [first, first] }, /is in held twice\.$/],
  ['gone twice', { ...example, gone: [second, first, second] }, /is in gone twice\.$/],
  [
    'held and also gone',
    { ...example, held: [first], gone: [first] },
    /^A leaf is in held and also in gone\.$/,
  ],
  [
    'more held than a place has seats',
    { ...example, held: example.pool.filter(({ place }) => place === 'P1-0').map(({ leaf }) => leaf) },
    /^The place "P1-0" of the unit "U1" has more held people than seats\.$/,
  ],
  ['a unit that is no text', inPool({ unit: 7 }), /^Person 5 of the pool: the unit must be a text\.$/],
  [
    'half a character in a place',
    inSeats({ place: '\ud800' }),
    /^Line 2 of the seats: the place must be a text\.$/,
  ],
  // One message for both faults: an entry that is no object, and a pool that is written twice.
  [
    'a person who is a list',
    { ...example, pool: [[]] },
    /^The pool must be written once, as a list of objects\.$/,
  ],
  ['a person who is a number', { ...example, pool: [...example.pool, 0] }, /^The pool must be written once/],
  ['a pool that is an object', { ...example, pool: {} }, /^The pool must be a list\.$/],
  ['no rule', { ...example, rule: undefined }, /^The rule must be an object\.$/],
  ['a list', [example], /^The pack must be an object\.$/],
]

describe('selection: a refused pack (selection#selection-refused)', () => {
  test('the pack without the fault is replayed', () => assert.ok(replayPack(inPool({}))))
  for (const [what, pack, sentence] of REFUSED) test(what, () => refuses(() => replayPack(pack), sentence))
})

describe('selection: the file of a pack (selection#selection-pack)', () => {
  const whole = replayText(text)
  test('is read in pieces of any size', () => {
    for (const size of [1, 7, 100, 997]) assert.equal(replayText(text, size), whole)
  })
  test('may have quotes, brackets and escapes in its texts', () => {
    const name = 'a "pool": [{ \\ }] \u2028 \u{1f600}'
    const rename = <Named extends { place: string }>(named: Named) =>
      named.place === 'P0-1' ? { ...named, place: name } : named
    const pack = {
      note: '"pool":[{',
      '\\"pool': [{ leaf: 0 }],
      ...example,
      pool: example.pool.map(rename),
      rule: { ...example.rule, seats: example.rule.seats.map(rename) },
    }
    for (const size of [1, 64, 65_536])
      assert.equal(replayText(JSON.stringify(pack), size), whole.replaceAll('"P0-1"', JSON.stringify(name)))
  })
  test('that is cut anywhere says so', () => {
    refuses(() => replayText(''), /^The file is empty\.$/)
    for (let length = 1; length < text.trimEnd().length; length += 13)
      refuses(
        () => replayText(text.slice(0, length)),
        /^The file ends in the middle of the pack: a part is missing\.$/,
      )
  })
  test('with a comma too many, a part twice, or other bytes is refused', () => {
    refuses(() => replayText(text.replace('},', '},,')), /^The pack is not JSON\.$/)
    refuses(() => replayText(text.replace('},', '}')), /^The pack is not JSON\.$/)
    refuses(() => replayText(`${text}${text}`), /^The pack is not JSON\.$/)
    refuses(
      () => replayText(text.replace('"points": 40,', '"points": 040,')),
      /^Person 1 of the pool is not JSON\.$/,
    )
    refuses(() => replayText(text.replace('"rule"', '"pool": [], "rule"')), /^The pool must be written once/)
    refuses(() => replayText(`\ufeff${text}`), /^The pack is not JSON\.$/)
    refuses(() => replayText('12'), /^The pack must be an object\.$/)
  })
  test('with an entry that is too long is refused before the entry is read whole', () => {
    const long = text.replace('"points": 40', `"points": ${' '.repeat(200_000)}40`)
    refuses(() => replayText(long), /^Person 1 of the pool is too large\.$/)
  })
})
