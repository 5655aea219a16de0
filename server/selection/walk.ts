import { createCompletion, type Counts, type Limits } from './completion.ts'
import { GENDERS, type Gender, type Rule } from './pack.ts'
import { KINDS } from './people.ts'
import { ceilOfShare, floorOfShare } from './shares.ts'

/** One unit of a selection. Its people are numbered in the order of merit, from 0. */
type Unit = {
  name: string
  /** The places of the unit, in the order of their names. */
  places: { name: string; seats: number }[]
  /** For each person: the index of the place, the kind (people.ts), and 1 for a person who keeps a seat. */
  personPlaces: Uint32Array
  personKinds: Uint8Array
  isHeld: Uint8Array
}

/** A unit with counts. `people` has, for each place, the number of people of each kind (people.ts). */
export type CountedUnit = { places: { name: string; seats: number }[]; people: number[][] }

/** A part of the rule that cannot be kept: what the rule asks for, and what is kept instead. */
export type Shortfall =
  | { rule: 'seats'; place: string; asked: number; kept: number }
  | { rule: 'gender' | 'disability'; asked: number; kept: number }
export type Closing = { place: string; gender: Gender; disability: boolean; rank: number }

/** The possible outcomes for a person. A person in the reserve keeps the reason why they were not taken. */
export const OUTCOMES = [
  { result: 'taken', reason: null },
  { result: 'not_taken', reason: 'full' },
  { result: 'not_taken', reason: 'rule' },
  { result: 'reserve', reason: 'full' },
  { result: 'reserve', reason: 'rule' },
] as const
/** Indexes in OUTCOMES: taken, and not taken for each of the two reasons. */
const [TAKEN, FULL, BY_RULE] = [0, 1, 2]
/** The distance in OUTCOMES from `not_taken` to `reserve` with the same reason. */
const TO_RESERVE = 2

export type UnitOutcome = {
  seats: number
  filled: number
  shortfalls: Shortfall[]
  closings: Closing[]
  /** For each person, in the order of merit, the index of their outcome in OUTCOMES. */
  outcomes: Uint8Array
}

const FEMALE = GENDERS.indexOf('female')
const MALE = GENDERS.indexOf('male')
/** The limits that remain after a person of this kind is taken. */
const withPerson = ({ women, men, disabilities }: Limits, kind: number): Limits => ({
  women: women - Number(kind >> 1 === FEMALE),
  men: men - Number(kind >> 1 === MALE),
  disabilities: disabilities - (kind & 1),
})

/**
 * "2. Effective seats of a place = min(seats, people in the pool there). n = their sum in the unit."
 * "8. Seats of held people count as filled from the start."
 */
function countSeats({ places, personPlaces, personKinds, isHeld }: Unit) {
  const people = places.map(() => Array.from({ length: KINDS }, () => 0))
  const inPool = places.map(() => 0)
  const heldSeats = places.map(() => 0)
  // How the held people change the limits: each number is 0 or negative, because `withPerson` subtracts.
  let heldDelta: Limits = { women: 0, men: 0, disabilities: 0 }
  for (const [person, place] of personPlaces.entries()) {
    const kind = personKinds[person] ?? 0
    inPool[place] = (inPool[place] ?? 0) + 1
    if (isHeld[person]) {
      heldSeats[place] = (heldSeats[place] ?? 0) + 1
      heldDelta = withPerson(heldDelta, kind)
    } else {
      const kinds = people[place]
      if (kinds) kinds[kind] = (kinds[kind] ?? 0) + 1
    }
  }
  const effective = places.map(({ seats }, place) => Math.min(seats, inPool[place] ?? 0))
  const left: Counts = { seats: effective.map((seats, place) => seats - (heldSeats[place] ?? 0)), people }
  const shortfalls = places.flatMap(({ name, seats }, place): Shortfall[] => {
    const kept = effective[place] ?? 0
    return kept < seats ? [{ rule: 'seats', place: name, asked: seats, kept }] : []
  })
  return { filled: effective.reduce((sum, seats) => sum + seats, 0), left, heldDelta, shortfalls }
}

type Completion = ReturnType<typeof createCompletion>

/**
 * The limits that the rule's shares give for the `n` seats that are filled. A shortfall is noted where no set
 * of people can keep them. The texts in quotation marks are from docs/spec/selection.md.
 */
function limitsOf({ gender, disability }: Rule, n: number, completion: Completion, heldDelta: Limits) {
  const shortfalls: Shortfall[] = []
  // "3. Cap for women and for men alike: floor(n * maxShare) if n >= from; n otherwise, and where there is no
  // gender rule. […] If no set fills all effective seats within the cap, the cap is raised by one until one
  // does: shortfall, kept being the raised cap."
  const askedCap = gender && n >= gender.from ? floorOfShare(n, gender.maxShare) : n
  const limits = (cap: number, least: number): Limits => ({
    women: cap + heldDelta.women,
    men: cap + heldDelta.men,
    disabilities: least + heldDelta.disabilities,
  })
  let cap = askedCap
  while (!completion.canFill(limits(cap, 0))) cap++
  if (cap > askedCap) shortfalls.push({ rule: 'gender', asked: askedCap, kept: cap })
  // "4. Least persons with disabilities: ceil(n * minShare) if n >= from, else 0; lowered to the most that
  // any set within 2 and 3 contains: shortfall."
  const askedLeast = disability && n >= disability.from ? ceilOfShare(n, disability.minShare) : 0
  // The most persons with disabilities: those among the people left, and those who are held. `heldDelta` is 0
  // or negative, so the minus adds the held persons.
  const most = completion.mostDisabilities(limits(cap, 0)) - heldDelta.disabilities
  const least = Math.min(askedLeast, most)
  if (least < askedLeast) shortfalls.push({ rule: 'disability', asked: askedLeast, kept: least })
  return { limits: limits(cap, least), shortfalls }
}

/** Which parts of the rule a unit could not keep with these counts of people. No one holds a seat. */
export function shortfallsOfCounts(rule: Rule, { places, people }: CountedUnit): Shortfall[] {
  const inPool = people.map((kinds) => kinds.reduce((sum, count) => sum + count, 0))
  const seats = places.map((place, index) => Math.min(place.seats, inPool[index] ?? 0))
  const filled = seats.reduce((sum, count) => sum + count, 0)
  const seatShortfalls = places.flatMap((place, index): Shortfall[] => {
    const kept = seats[index] ?? 0
    return kept < place.seats ? [{ rule: 'seats', place: place.name, asked: place.seats, kept }] : []
  })
  const noneHeld = { women: 0, men: 0, disabilities: 0 }
  const shares = limitsOf(rule, filled, createCompletion({ seats, people }), noneHeld)
  return [...seatShortfalls, ...shares.shortfalls]
}

/**
 * "5. Taken = among all sets that fill the effective seats exactly and keep 3 and 4, the first in the order
 * of merit: compare two sets at the first person in which they differ; the one that contains them comes
 * first."
 * So each person is taken, unless those who remain could then not complete such a set.
 */
function walk({ places, personPlaces, personKinds, isHeld }: Unit, completion: Completion, start: Limits) {
  const outcomes = new Uint8Array(personPlaces.length)
  const closings: Closing[] = []
  const isClosed = new Uint8Array(places.length * KINDS)
  let limits = start
  for (const [person, place] of personPlaces.entries()) {
    const kind = personKinds[person] ?? 0
    if (isHeld[person]) outcomes[person] = TAKEN
    // "6. […] reason full if no effective seat of their place was left when the walk reached them, else
    // rule."
    else if (completion.isFull(place)) outcomes[person] = FULL
    else if (isClosed[place * KINDS + kind]) {
      outcomes[person] = BY_RULE
      completion.pass(place, kind)
    } else {
      const limitsAfter = withPerson(limits, kind)
      completion.take(place, kind)
      if (completion.canComplete(limitsAfter)) {
        outcomes[person] = TAKEN
        limits = limitsAfter
        continue
      }
      completion.putBack(place, kind)
      completion.pass(place, kind)
      outcomes[person] = BY_RULE
      // "A closing is the first person of each kind (place, gender, disability) refused by rule; once
      // refused, a kind stays refused."
      isClosed[place * KINDS + kind] = 1
      closings.push({
        place: places[place]?.name ?? '',
        gender: GENDERS[kind >> 1] ?? 'other',
        disability: (kind & 1) === 1,
        rank: person + 1,
      })
    }
  }
  return { outcomes, closings }
}

/**
 * "7. Reserve: of those not taken, the first ceil(seats * reservePercent / 100) of each place in rank order
 * have result reserve (their reason stays)."
 */
function addReserve({ places, personPlaces }: Unit, outcomes: Uint8Array, percent: number) {
  const reserveSeatsLeft = places.map(({ seats }) => ceilOfShare(seats, [percent, 100]))
  for (const [person, place] of personPlaces.entries()) {
    const outcome = outcomes[person] ?? TAKEN
    if (outcome === TAKEN || !reserveSeatsLeft[place]) continue
    reserveSeatsLeft[place]--
    outcomes[person] = outcome + TO_RESERVE
  }
}

/** Selects the people of one unit, as docs/spec/selection.md defines it. */
export function selectUnit(rule: Rule, unit: Unit): UnitOutcome {
  const { filled, left, heldDelta, shortfalls } = countSeats(unit)
  const completion = createCompletion(left)
  const shares = limitsOf(rule, filled, completion, heldDelta)
  const { outcomes, closings } = walk(unit, completion, shares.limits)
  addReserve(unit, outcomes, rule.reservePercent)
  return {
    seats: unit.places.reduce((sum, { seats }) => sum + seats, 0),
    filled,
    shortfalls: [...shortfalls, ...shares.shortfalls],
    closings,
    outcomes,
  }
}
