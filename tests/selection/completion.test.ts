import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import loadHighs from 'highs'
import { createCompletion, type Limits } from '../../server/selection/completion.ts'
import { type Random, randomNumbers } from '../support/selection.ts'

// A solver that the product does not use checks its results. `SELECTION_POOLS=10000` tries more pools.
const UNITS = Math.ceil(Number(process.env.SELECTION_POOLS ?? 5_000) / 10)

const highs = await loadHighs()

/** Kinds of people in the order of the product: women, men, others; each without and with a disability. */
type Counts = { seats: number[]; people: number[][] }
function randomCounts(random: Random): Counts {
  const people = Array.from({ length: 1 + random(6) }, () =>
    Array.from({ length: 6 }, () => Math.max(0, random(9) - random(9))),
  )
  const seats = people.map((kinds) => random(1 + kinds.reduce((sum, count) => sum + count, 0)))
  return { seats, people }
}

/** The most persons with disabilities, by the solver. Undefined if the seats cannot be filled. */
function solve({ seats, people }: Counts, { women, men }: Limits): number | undefined {
  const name = (place: number, kind: number) => `x${place}_${kind}`
  const sum = (has: (kind: number) => boolean) =>
    people.flatMap((kinds, place) => kinds.flatMap((_, kind) => (has(kind) ? [name(place, kind)] : [])))
  const bounds = people.flatMap((kinds, place) =>
    kinds.map((count, kind) => `0 <= ${name(place, kind)} <= ${count}`),
  )
  const filled = seats.map(
    (count, place) => `${[0, 1, 2, 3, 4, 5].map((kind) => name(place, kind)).join(' + ')} = ${count}`,
  )
  const problem = [
    'Maximize',
    sum((kind) => kind % 2 === 1).join(' + '),
    'Subject To',
    ...filled,
    `${sum((kind) => kind < 2).join(' + ')} <= ${women}`,
    `${sum((kind) => kind === 2 || kind === 3).join(' + ')} <= ${men}`,
    'Bounds',
    ...bounds,
    'General',
    sum(() => true).join(' '),
    'End',
  ].join('\n')
  const { Status, ObjectiveValue } = highs.solve(problem)
  if (Status === 'Infeasible') return undefined
  assert.equal(Status, 'Optimal')
  return Math.round(ObjectiveValue)
}

describe('selection: whether the others can still complete it (selection#selection-method)', () => {
  test(`${UNITS} units: the same as HiGHS (selection#selection-no-solver)`, () => {
    const found = { never: 0, enough: 0, tooFew: 0 }
    for (let seed = 0; seed < UNITS; seed++) {
      const random = randomNumbers(seed)
      const counts = randomCounts(random)
      const n = counts.seats.reduce((sum, seats) => sum + seats, 0)
      const limits = {
        women: Math.floor((n * random(10)) / 10),
        men: Math.floor((n * random(10)) / 10),
        disabilities: random(1 + n),
      }
      const most = solve(counts, limits)
      const completion = createCompletion(structuredClone(counts))
      const what = JSON.stringify({ counts, limits, most })
      assert.equal(completion.canFill(limits), most !== undefined, what)
      if (most !== undefined) assert.equal(completion.mostDisabilities(limits), most, what)
      assert.equal(completion.canComplete(limits), most !== undefined && most >= limits.disabilities, what)
      if (most === undefined) found.never++
      else if (most < limits.disabilities) found.tooFew++
      else found.enough++
    }
    for (const [outcome, count] of Object.entries(found))
      assert.ok(count > UNITS / 20, `${outcome}: ${count}`)
  })
  test('after people were taken, put back or passed over, the answers are the same as for the people who are left', () => {
    for (let seed = 0; seed < 300; seed++) {
      const random = randomNumbers(seed)
      const counts = randomCounts(random)
      const changed = structuredClone(counts)
      const completion = createCompletion(changed)
      for (let step = 0; step < 20; step++) {
        const place = random(counts.seats.length)
        const kind = random(6)
        const [seats = 0, kinds = []] = [counts.seats[place], counts.people[place]]
        const people = kinds.reduce((sum, count) => sum + count, 0)
        if ((kinds[kind] ?? 0) === 0 || seats === 0) continue
        completion.take(place, kind)
        completion.putBack(place, kind)
        const isTaken = people === seats || random(2) === 0
        if (isTaken) completion.take(place, kind)
        else completion.pass(place, kind)
        kinds[kind] = (kinds[kind] ?? 0) - 1
        if (isTaken) counts.seats[place] = seats - 1
      }
      const fresh = createCompletion(structuredClone(counts))
      for (let women = 0; women < 6; women++) {
        const limits = { women, men: random(8), disabilities: random(4) }
        assert.equal(completion.canComplete(limits), fresh.canComplete(limits))
      }
      assert.deepEqual(changed, counts)
    }
  })
})

test('selection: the product is installed without a solver (selection#selection-no-solver)', () => {
  const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')
  const { dependencies, devDependencies } = JSON.parse(text) as Record<string, Record<string, string>>
  assert.deepEqual(['highs' in (dependencies ?? {}), 'highs' in (devDependencies ?? {})], [false, true])
})
