import {
  hexOf,
  listOf,
  must,
  objectOf,
  PACK_FORMAT,
  type Rule,
  ruleOf,
  type SeatsOfPlace,
  shown,
} from './pack.ts'
import { collectPeople, findLeaf, type People, placeShown, sortByLeaf } from './people.ts'

/** The places of a unit, ordered by name. `index` is the place's index in `People`. */
export type UnitSeats = { name: string; places: { name: string; seats: number; index: number }[] }
/** A pack that was checked and has no error. */
export type Prepared = {
  rule: Rule
  seed: string
  people: People
  /** The units and the places of each unit, sorted by the UTF-16 code units of their names. */
  units: UnitSeats[]
  /** 1 for each person who keeps a seat from an earlier run. */
  isHeld: Uint8Array
  /** 1 for each person who takes no part any more. */
  isGone: Uint8Array
}

// The operator `<` compares texts by UTF-16 code units.
const byName = <Named extends { name: string }>(named: Named[]) =>
  named.sort((left, right) => (left.name < right.name ? -1 : Number(left.name > right.name)))

function unitsOf(seats: SeatsOfPlace[], people: People): UnitSeats[] {
  const units = new Map<string, UnitSeats>()
  const listed = new Set<number>()
  // The pool's places are counted before `placeIndex` adds places that only the rule has.
  const inPool = people.placeNames.length
  for (const { unit: name, place, seats: ofPlace } of seats) {
    const index = people.placeIndex(name, place)
    must(!listed.has(index), `The place ${placeShown({ unit: name, place })} is listed in seats twice.`)
    listed.add(index)
    const unit = units.get(name) ?? { name, places: [] }
    units.set(name, unit)
    unit.places.push({ name: place, seats: ofPlace, index })
  }
  for (const [index, names] of people.placeNames.slice(0, inPool).entries())
    must(listed.has(index), `The place ${placeShown(names)} is in the pool, but not listed in seats.`)
  for (const { name, places } of units.values())
    must(
      Number.isSafeInteger(places.reduce((sum, { seats: ofPlace }) => sum + ofPlace, 0)),
      `The seats of the unit ${shown(name)} are more than ${Number.MAX_SAFE_INTEGER} together.`,
    )
  return byName([...units.values()]).map((unit) => ({ ...unit, places: byName(unit.places) }))
}

/** Sets 1 for each person whose leaf is in this list of the pack. */
function marked(value: unknown, name: 'held' | 'gone', people: People, sorted: Uint32Array): Uint8Array {
  const marks = new Uint8Array(people.count)
  for (const leaf of listOf(value ?? [], name)) {
    const person = findLeaf(people, sorted, hexOf(leaf, `Each leaf in ${name}`))
    must(person !== undefined, `The leaf ${String(leaf)} is in ${name}, but not in the pool.`)
    must(marks[person] === 0, `The leaf ${String(leaf)} is in ${name} twice.`)
    marks[person] = 1
  }
  return marks
}

function checkHeld({ people, units, isHeld, isGone }: Prepared) {
  const heldSeats = new Map<number, number>()
  for (const [person, held] of isHeld.entries()) {
    if (!held) continue
    must(isGone[person] === 0, 'A leaf is in held and also in gone.')
    const place = people.places[person] ?? 0
    heldSeats.set(place, (heldSeats.get(place) ?? 0) + 1)
  }
  for (const { name: unit, places } of units)
    for (const { name: place, seats, index } of places)
      must(
        (heldSeats.get(index) ?? 0) <= seats,
        `The place ${placeShown({ unit, place })} has more held people than seats.`,
      )
}

/** Checks a whole pack. `read` passes each person's entry to `onEntry`, and returns the rest of the pack. */
export function prepare(read: (onEntry: (entry: unknown) => void) => unknown): Prepared {
  const { add, done } = collectPeople()
  const pack = objectOf(read(add), 'The pack')
  must(pack.format === PACK_FORMAT, `The format must be ${PACK_FORMAT}.`)
  const rule = ruleOf(pack.rule)
  const seed = hexOf(pack.seed, 'The seed')
  // `read` has already passed all entries to `add`, so only the form of the list is left to check.
  listOf(pack.pool, 'The pool')
  const people = done()
  const sorted = sortByLeaf(people)
  const prepared: Prepared = {
    rule,
    seed,
    people,
    units: unitsOf(rule.seats, people),
    isHeld: marked(pack.held, 'held', people, sorted),
    isGone: marked(pack.gone, 'gone', people, sorted),
  }
  checkHeld(prepared)
  return prepared
}
