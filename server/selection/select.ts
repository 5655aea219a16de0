import { drawLots, sortByMerit } from './order.ts'
import { RESULT_FORMAT } from './pack.ts'
import { leafOf, LEAF_BYTES } from './people.ts'
import type { Prepared, UnitSeats } from './prepare.ts'
import { type Closing, OUTCOMES, selectUnit, type Shortfall, type UnitOutcome } from './walk.ts'

/** What the result says about one person. `rank` is the person's position in the unit, from 1. */
export type Line = {
  leaf: string
  lot: string
  place: string
  points: number
  rank: number
} & (typeof OUTCOMES)[number]
export type UnitResult = Omit<UnitOutcome, 'outcomes'> & { unit: string; lines: () => Generator<Line> }
export type Result = {
  format: typeof RESULT_FORMAT
  units: {
    unit: string
    seats: number
    filled: number
    shortfalls: Shortfall[]
    closings: Closing[]
    lines: Line[]
  }[]
}

/**
 * The people of each unit, by the unit's index, without those who are gone: first counted, then filled in.
 */
function membersOf({ people, units, isGone }: Prepared): Uint32Array[] {
  const unitOfPlace = new Uint32Array(people.placeNames.length)
  for (const [index, { places }] of units.entries())
    for (const place of places) unitOfPlace[place.index] = index
  const sizes = units.map(() => 0)
  const unitOfPerson = (person: number) => unitOfPlace[people.places[person] ?? 0] ?? 0
  const eachPerson = (visit: (person: number, unit: number) => void) => {
    for (let person = 0; person < people.count; person++)
      if (!isGone[person]) visit(person, unitOfPerson(person))
  }
  eachPerson((_, unit) => (sizes[unit] = (sizes[unit] ?? 0) + 1))
  const members = sizes.map((size) => new Uint32Array(size))
  const nextIndexes = units.map(() => 0)
  eachPerson((person, unit) => {
    const index = nextIndexes[unit] ?? 0
    nextIndexes[unit] = index + 1
    const ofUnit = members[unit]
    if (ofUnit) ofUnit[index] = person
  })
  return members
}

function resultOf(
  { rule, people, isHeld }: Prepared,
  { name, places }: UnitSeats,
  members: Uint32Array,
  lots: Buffer,
): UnitResult {
  sortByMerit(people, lots, members)
  const indexInUnit = new Map(places.map((place, index) => [place.index, index]))
  const personPlaces = members.map((person) => indexInUnit.get(people.places[person] ?? 0) ?? 0)
  // Takes the values of this unit's people, in the order of merit, from a column of all people.
  const column = (values: Uint8Array) => Uint8Array.from(members, (person) => values[person] ?? 0)
  const unit = { name, places, personPlaces, personKinds: column(people.kinds), isHeld: column(isHeld) }
  const { outcomes, ...sums } = selectUnit(rule, unit)
  function* lines(): Generator<Line> {
    for (const [index, person] of members.entries())
      yield {
        leaf: leafOf(people, person),
        lot: lots.toString('hex', person * LEAF_BYTES, (person + 1) * LEAF_BYTES),
        place: places[personPlaces[index] ?? 0]?.name ?? '',
        points: people.points[person] ?? 0,
        rank: index + 1,
        ...(OUTCOMES[outcomes[index] ?? 0] ?? OUTCOMES[0]),
      }
  }
  return { unit: name, ...sums, lines }
}

/** Computes the result of a pack. Units and their lines are only computed when the caller reads them. */
export function* select(prepared: Prepared): Generator<UnitResult> {
  const lots = drawLots(prepared.people, prepared.seed)
  const members = membersOf(prepared)
  for (const [index, unit] of prepared.units.entries())
    yield resultOf(prepared, unit, members[index] ?? new Uint32Array(), lots)
}
