import { createHash } from 'node:crypto'
import type { Entry, Pack, Share } from '../../server/selection/pack.ts'
import { prepare } from '../../server/selection/prepare.ts'
import { readPack } from '../../server/selection/read-pack.ts'
import { resultText } from '../../server/selection/result-text.ts'
import { type Result, select } from '../../server/selection/select.ts'

/** The result of a selection as the command prints it, computed from a pack's text in pieces. */
export const replayText = (text: string, chunkBytes = 65_536) => {
  const file = Buffer.from(text)
  const chunks = Array.from({ length: Math.ceil(file.length / chunkBytes) }, (_, index) =>
    file.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  )
  return [...resultText(select(prepare((onEntry) => readPack(chunks, onEntry))))].join('')
}
export const replayPack = (pack: unknown) => replayText(JSON.stringify(pack))
export const resultOf = (pack: Pack) => JSON.parse(replayPack(pack)) as Result
export const digestOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** A random generator of whole numbers below a limit. The same seed gives the same numbers (mulberry32). */
export function randomNumbers(seed: number) {
  let state = seed >>> 0
  return (below: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
export type Random = ReturnType<typeof randomNumbers>

const pick = <Value>(random: Random, values: readonly Value[]): Value => {
  const value = values[random(values.length)]
  if (value === undefined) throw new Error('nothing to choose from')
  return value
}
export const shuffled = <Value>(random: Random, values: readonly Value[]): Value[] =>
  values
    .map((value) => ({ value, key: random(2 ** 31) }))
    .sort((left, right) => left.key - right.key)
    .map(({ value }) => value)

const CAPS: Share[] = [
  [1, 2],
  [2, 3],
  [3, 5],
  [1, 1],
  [500_000_001, 1_000_000_000],
]
const LEASTS: Share[] = [
  [0, 1],
  [1, 20],
  [1, 4],
  [1, 2],
  [1, 1],
]
const GENDERS = [
  ['female', 'male', 'other'],
  ['female', 'male'],
  ['female', 'male', 'male', 'male', 'male'],
  ['female', 'female', 'female', 'female', 'male', 'other'],
] as const

/** A small pack: up to `most` people in each of one to three units, with ties, shortfalls and odd shares. */
export function randomPack(random: Random, most: number, mostSeats = 4): Pack {
  const genders = pick(random, GENDERS)
  const disabled = pick(random, [0, 1, 3, 6])
  const units = Array.from({ length: 1 + random(3) }, (_, unit) => `U${unit}`)
  const seats: Pack['rule']['seats'] = []
  const pool: Entry[] = []
  for (const unit of units) {
    // Sorting: one name starts with another; an emoji sorts differently by UTF-16 units and by code points.
    const places = shuffled(random, ['P', 'P1', '\u{1f600}', '\uffee']).slice(0, 1 + random(4))
    for (const place of places) seats.push({ unit, place, seats: random(mostSeats + 1) })
    for (let count = random(most + 1); count > 0; count--)
      pool.push({
        leaf: digestOf(`leaf ${random(2 ** 31)} ${pool.length}`),
        unit,
        place: pick(random, places),
        points: 10 * random(4),
        gender: pick(random, genders),
        disability: random(10) < disabled,
      })
  }
  const gender = random(4) === 0 ? {} : { gender: { maxShare: pick(random, CAPS), from: random(5) } }
  const disability =
    random(4) === 0 ? {} : { disability: { minShare: pick(random, LEASTS), from: random(6) } }
  const rule = { seats, ...gender, ...disability, reservePercent: pick(random, [0, 10, 20, 50, 100]) }
  return { format: 'selection-pack/1', rule, seed: digestOf(`seed ${random(2 ** 31)}`), pool }
}

/** The pack after some people have withdrawn. Some others already hold a seat, within the number of seats. */
export function withSuccessors(random: Random, pack: Pack): Pack {
  const gone: string[] = []
  const held: string[] = []
  const left = new Map(pack.rule.seats.map(({ unit, place, seats }) => [`${unit} ${place}`, seats]))
  for (const { leaf, unit, place } of shuffled(random, pack.pool)) {
    const free = left.get(`${unit} ${place}`) ?? 0
    if (random(5) === 0) gone.push(leaf)
    else if (free > 0 && random(3) === 0) {
      held.push(leaf)
      left.set(`${unit} ${place}`, free - 1)
    }
  }
  return { ...pack, held, gone }
}
