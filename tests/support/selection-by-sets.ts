import { createHmac } from 'node:crypto'
import type { Entry, Pack } from '../../server/selection/pack.ts'

// Selects people by the words of docs/spec/selection.md, by trying every set of people of a unit. It is slow
// and uses no code of the product. Tests compare the product with it.

type Ranked = Entry & { lot: string }
const share = (count: number, part: number, whole: number) => (count * part) / whole

/**
 * All sets of people that fill a unit's seats exactly and contain everyone who already holds a seat. The sets
 * are in the order of merit.
 */
function setsOf(ranked: Ranked[], effective: Map<string, number>, held: Set<string>): Ranked[][] {
  const sets: Ranked[][] = []
  // A set is a number in which the first person is the highest bit. Of two sets, the larger number contains
  // the first person in which they differ.
  for (let bits = 2 ** ranked.length - 1; bits >= 0; bits--) {
    const chosen = ranked.filter((_, index) => (bits >> (ranked.length - 1 - index)) & 1)
    const counts = new Map([...effective.keys()].map((place) => [place, 0]))
    for (const { place } of chosen) counts.set(place, (counts.get(place) ?? 0) + 1)
    const isFull = [...effective].every(([place, seats]) => counts.get(place) === seats)
    const isHeld = ranked.every((person) => !held.has(person.leaf) || chosen.includes(person))
    if (isFull && isHeld) sets.push(chosen)
  }
  return sets
}

const countOf = (set: Ranked[], has: (person: Ranked) => boolean) => set.filter(has).length
const women = (set: Ranked[]) => countOf(set, ({ gender }) => gender === 'female')
const men = (set: Ranked[]) => countOf(set, ({ gender }) => gender === 'male')
const disabilities = (set: Ranked[]) => countOf(set, ({ disability }) => disability)

function unitBySets(pack: Pack, unit: string) {
  const { rule, seed } = pack
  const held = new Set(pack.held)
  const gone = new Set(pack.gone)
  const compare = (left: string, right: string) => (left < right ? -1 : Number(left > right))
  const ranked: Ranked[] = pack.pool
    .filter((person) => person.unit === unit && !gone.has(person.leaf))
    .map((person) => ({
      ...person,
      lot: createHmac('sha256', Buffer.from(seed, 'hex'))
        .update(Buffer.from(person.leaf, 'hex'))
        .digest('hex'),
    }))
    .sort(
      (left, right) =>
        right.points - left.points || compare(left.lot, right.lot) || compare(left.leaf, right.leaf),
    )
  const places = rule.seats
    .filter((line) => line.unit === unit)
    .sort((left, right) => compare(left.place, right.place))
  const effective = new Map(
    places.map(({ place, seats }) => [
      place,
      Math.min(
        seats,
        countOf(ranked, (person) => person.place === place),
      ),
    ]),
  )
  // How many seats of the unit can be filled.
  const n = [...effective.values()].reduce((sum, seats) => sum + seats, 0)
  const shortfalls: unknown[] = places
    .map(({ place, seats }) => ({ asked: seats, kept: effective.get(place) ?? 0, place, rule: 'seats' }))
    .filter(({ asked: reserved, kept: fillable }) => fillable < reserved)

  const filling = setsOf(ranked, effective, held)
  const askedCap = rule.gender && n >= rule.gender.from ? Math.floor(share(n, ...rule.gender.maxShare)) : n
  let cap = askedCap
  const isWithin = (set: Ranked[]) => women(set) <= cap && men(set) <= cap
  while (!filling.some(isWithin)) cap++
  if (cap > askedCap) shortfalls.push({ asked: askedCap, kept: cap, rule: 'gender' })
  const within = filling.filter(isWithin)
  const askedLeast =
    rule.disability && n >= rule.disability.from ? Math.ceil(share(n, ...rule.disability.minShare)) : 0
  const least = Math.min(askedLeast, Math.max(...within.map(disabilities)))
  if (least < askedLeast) shortfalls.push({ asked: askedLeast, kept: least, rule: 'disability' })
  // Sets come in the order of merit, so the first one that fits the rule is the result.
  const taken = new Set(within.find((set) => disabilities(set) >= least))

  // The free seats of each place, without those that people hold already.
  const free = new Map(effective)
  for (const { leaf, place } of ranked) if (held.has(leaf)) free.set(place, (free.get(place) ?? 0) - 1)
  // How many people the reserve list of each place can still take.
  const reserve = new Map(
    places.map(({ place, seats }) => [place, Math.ceil((seats * rule.reservePercent) / 100)]),
  )
  // The kinds of people who were passed over while a seat was free. None of such a kind may be taken later.
  const refused = new Set<string>()
  const closings: unknown[] = []
  const lines = ranked.map((person, index) => {
    const { leaf, lot, place, points, gender, disability } = person
    const line = { leaf, lot, place, points, rank: index + 1 }
    const kind = `${place} ${gender} ${disability}`
    if (taken.has(person)) {
      if (held.has(leaf)) return { ...line, reason: null, result: 'taken' }
      if (refused.has(kind)) throw new Error('a kind was taken after it was refused')
      free.set(place, (free.get(place) ?? 0) - 1)
      return { ...line, reason: null, result: 'taken' }
    }
    const reason = free.get(place) === 0 ? 'full' : 'rule'
    if (reason === 'rule' && !refused.has(kind)) {
      refused.add(kind)
      closings.push({ disability, gender, place, rank: index + 1 })
    }
    const left = reserve.get(place) ?? 0
    reserve.set(place, left - 1)
    return { ...line, reason, result: left > 0 ? 'reserve' : 'not_taken' }
  })
  const seats = places.reduce((sum, line) => sum + line.seats, 0)
  return { closings, filled: n, lines, seats, shortfalls, unit }
}

export const resultBySets = (pack: Pack) => ({
  format: 'selection-result/1',
  units: [...new Set(pack.rule.seats.map(({ unit }) => unit))].sort().map((unit) => unitBySets(pack, unit)),
})
