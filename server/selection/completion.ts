import { KINDS } from './people.ts'

// Before walk.ts takes a person, it asks: can those who remain still fill all seats by the rule? The answer
// depends on counts only. These are the seats left in each place, and the people left there of each kind.
// They are also how many women and men the cap still allows, and how many persons with disabilities are
// needed.
//
// A bound gives each person a value. It is `weight` with a disability, or 0 without. From a woman's value,
// `women` is subtracted, and from a man's value, `men`. Let `best` of a place be the largest sum of values of
// people who can fill its seats. The values of any people who complete the set sum up to
//
//     weight * (disabilities among them) - women * (women among them) - men * (men among them),
//
// which is at most the sum of `best` over the places. The needed disabilities and the caps give
//
//     weight * needed  <=  women * (women allowed) + men * (men allowed) + the sum of best.
//
// So each bound must hold. The nine below are enough. The question is a flow from places to genders, so an
// answer in fractions is also one in whole numbers. By linear duality there is an answer if the bounds hold
// for all `women` and `men` of 0 or more. As a function of these two, the right side less the left one
// is convex. It is linear between the lines on which two kinds have the same value. These lines are
// women = 0 or 1, men = 0 or 1, and women - men = -1, 0 or 1. Such a function is least where two of the
// lines cross, unless it falls without end along one of them. The crossings are the six bounds of weight 1;
// the three of weight 0 exclude the fall.
const BOUNDS = [
  { weight: 0, women: 1, men: 0 },
  { weight: 0, women: 0, men: 1 },
  { weight: 0, women: 1, men: 1 },
  { weight: 1, women: 0, men: 0 },
  { weight: 1, women: 1, men: 0 },
  { weight: 1, women: 0, men: 1 },
  { weight: 1, women: 1, men: 1 },
  { weight: 1, women: 1, men: 2 },
  { weight: 1, women: 2, men: 1 },
].map((bound) => {
  // What is subtracted from a person's value, in the order of GENDERS: for women, men and others.
  const priceOfGender = [bound.women, bound.men, 0]
  const values = Array.from(
    { length: KINDS },
    // A kind of people is numbered twice the number of its gender, plus 1 with a disability (people.ts).
    (_, kind) => bound.weight * (kind & 1) - (priceOfGender[kind >> 1] ?? 0),
  )
  // To get the best sum, seats are filled with the kinds of the largest value first.
  const kindsByValue = values
    .map((_, kind) => kind)
    .sort((left, right) => (values[right] ?? 0) - (values[left] ?? 0))
  return { ...bound, values, kindsByValue }
})

/** How many women and men may still be taken, and how many persons with disabilities are still needed. */
export type Limits = { women: number; men: number; disabilities: number }
/** The seats of each place, and how many people of each kind it has. */
export type Counts = { seats: number[]; people: number[][] }

/**
 * Answers for one unit whether the people left can fill the seats left. `seats` has the seats left of each
 * place, `people` the people left of each kind. Both change as people are taken. Each place must have at
 * least as many people as seats.
 */
export function createCompletion({ seats, people }: Counts) {
  const bests = seats.map(() => BOUNDS.map(() => 0))
  const sums = BOUNDS.map(() => 0)

  const bestOf = (place: number, { values, kindsByValue }: (typeof BOUNDS)[number]) => {
    const kinds = people[place] ?? []
    let seatsLeft = seats[place] ?? 0
    let best = 0
    for (const kind of kindsByValue) {
      const chosen = Math.min(seatsLeft, kinds[kind] ?? 0)
      best += chosen * (values[kind] ?? 0)
      seatsLeft -= chosen
      if (seatsLeft === 0) break
    }
    return best
  }
  const update = (place: number) => {
    const ofPlace = bests[place] ?? []
    for (const [index, bound] of BOUNDS.entries()) {
      const best = bestOf(place, bound)
      sums[index] = (sums[index] ?? 0) + best - (ofPlace[index] ?? 0)
      ofPlace[index] = best
    }
  }
  for (const place of seats.keys()) update(place)

  const change = (place: number, kind: number, seatsAdded: number, peopleAdded: number) => {
    seats[place] = (seats[place] ?? 0) + seatsAdded
    const kinds = people[place]
    if (kinds) kinds[kind] = (kinds[kind] ?? 0) + peopleAdded
    update(place)
  }
  /** The right side of the bound minus its left side. Below 0, the bound is broken. */
  const slack = (index: number, limits: Limits) => {
    const { weight = 0, women = 0, men = 0 } = BOUNDS[index] ?? {}
    return women * limits.women + men * limits.men + (sums[index] ?? 0) - weight * limits.disabilities
  }
  const indexes = [...BOUNDS.keys()]
  const boundsOfGender = indexes.filter((index) => BOUNDS[index]?.weight === 0)
  const boundsOfDisability = indexes.filter((index) => BOUNDS[index]?.weight === 1)
  return {
    isFull: (place: number) => seats[place] === 0,
    /** Whether all seats can be filled within the caps for women and men. */
    canFill: (limits: Limits) => boundsOfGender.every((index) => slack(index, limits) >= 0),
    /** Whether all seats can be filled within the caps, with enough persons with disabilities. */
    canComplete: (limits: Limits) => indexes.every((index) => slack(index, limits) >= 0),
    /** The most persons with disabilities, if `canFill` holds. Each needed one lowers the slack by 1. */
    mostDisabilities: (limits: Limits) =>
      Math.min(...boundsOfDisability.map((index) => slack(index, { ...limits, disabilities: 0 }))),
    /** Takes a person: the place has one seat and one person fewer. */
    take: (place: number, kind: number) => change(place, kind, -1, -1),
    putBack: (place: number, kind: number) => change(place, kind, 1, 1),
    /** Passes over a person: the place has one person fewer. */
    pass: (place: number, kind: number) => change(place, kind, 0, -1),
  }
}
