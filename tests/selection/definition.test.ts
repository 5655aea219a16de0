import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Pack } from '../../server/selection/pack.ts'
import {
  digestOf,
  type Random,
  randomNumbers,
  randomPack,
  replayPack,
  resultOf,
  shuffled,
  withSuccessors,
} from '../support/selection.ts'
import { resultBySets } from '../support/selection-by-sets.ts'

// `SELECTION_POOLS=100000` tries more.
const POOLS = Number(process.env.SELECTION_POOLS ?? 5_000)

const read = <Value>(name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as Value
const example = read<Pack>('example-pack.json')
const successor = read<{ held: string[]; gone: string[]; digest: string }>('example-successor.json')

describe('selection: the examples of the specification', () => {
  test('a pack with all three shortfalls (selection#selection-example, selection#selection-result)', () => {
    assert.equal(
      digestOf(replayPack(example)),
      '52c6c1469919aabcc1be028220e7a5b664180c75903a0acc8a25aef8a6b1e531',
    )
  })
  test('its successor, with people held and gone (selection#selection-example, selection#selection-lines)', () => {
    const { held, gone, digest } = successor
    assert.equal(digestOf(replayPack({ ...example, held, gone })), digest)
  })
})

const eachPack = (count: number, visit: (pack: Pack, random: Random) => void) => {
  for (let seed = 0; seed < count; seed++) {
    const random = randomNumbers(seed)
    const pack = randomPack(random, 8)
    visit(seed % 2 ? withSuccessors(random, pack) : pack, random)
  }
}

describe('selection: the definition, whatever the method (selection#selection-right, selection#selection-order, selection#selection-effective-seats, selection#selection-gender-cap, selection#selection-disability-least)', () => {
  test(`${POOLS} pools: the same as looking at every set (selection#selection-taken, selection#selection-not-taken, selection#selection-closing, selection#selection-reserve, selection#selection-successors)`, () => {
    const found = { gender: 0, disability: 0, seats: 0, closings: 0 }
    eachPack(POOLS, (pack) => {
      const result = resultOf(pack)
      assert.deepEqual(result, resultBySets(pack), JSON.stringify(pack))
      for (const { shortfalls, closings } of result.units) {
        for (const { rule } of shortfalls) found[rule]++
        found.closings += closings.length
      }
    })
    // Each kind of shortfall, and closings, must occur often enough to count as tested.
    for (const [what, count] of Object.entries(found)) assert.ok(count > POOLS / 20, `${what}: ${count}`)
  })
  test('the order of the input never matters', () => {
    eachPack(300, (pack, random) => {
      const { rule, pool, held, gone } = pack
      const mixed = {
        ...(held && { held: shuffled(random, held) }),
        ...(gone && { gone: shuffled(random, gone) }),
        pool: shuffled(random, pool),
        seed: pack.seed,
        rule: { ...rule, seats: shuffled(random, rule.seats) },
        format: pack.format,
      }
      assert.equal(replayPack(mixed), replayPack(pack))
    })
  })
})

test('selection: corrected points change nothing above the better of the old and the new rank (selection#selection-corrections)', () => {
  let unchanged = 0
  eachPack(300, (pack, random) => {
    const person = pack.pool[random(pack.pool.length)]
    if (!person || pack.gone?.includes(person.leaf)) return
    const pool = pack.pool.map((other) => (other === person ? { ...other, points: random(100) } : other))
    const [before = [], after = []] = [pack, { ...pack, pool }].map(
      (each) => resultOf(each).units.find(({ unit }) => unit === person.unit)?.lines,
    )
    const rankIn = (lines: typeof before) => lines.findIndex(({ leaf }) => leaf === person.leaf)
    const better = Math.min(rankIn(before), rankIn(after))
    assert.deepEqual(after.slice(0, better), before.slice(0, better))
    unchanged += better
  })
  assert.ok(unchanged > 100, `${unchanged} people above`)
})

const resultsOf = (pack: Pack) =>
  new Map(resultOf(pack).units.flatMap(({ lines }) => lines.map(({ leaf, result }) => [leaf, result])))

/** The people who are selected, but would not be after this change of their own data alone. */
const losers = (pack: Pack, change: (person: Pack['pool'][number]) => Partial<Pack['pool'][number]>) => {
  const before = resultsOf(pack)
  return pack.pool.filter((person) => {
    if (before.get(person.leaf) !== 'taken') return false
    const pool = pack.pool.map((other) => (other === person ? { ...other, ...change(other) } : other))
    return resultsOf({ ...pack, pool }).get(person.leaf) !== 'taken'
  })
}

describe('selection: two properties (selection#selection-properties)', () => {
  test('disclosing a disability never costs a place', () => {
    eachPack(300, (pack) =>
      assert.deepEqual(
        losers(pack, () => ({ disability: true })),
        [],
      ),
    )
  })
  test('more points never cost a place', () => {
    eachPack(300, (pack, random) =>
      assert.deepEqual(
        losers(pack, ({ points }) => ({ points: points + 1 + random(30) })),
        [],
      ),
    )
  })
})
