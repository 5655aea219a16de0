import { type Entry, GENDERS, hexOf, must, nameOf, objectOf, shown, wholeNumberOf } from './pack.ts'

export const LEAF_BYTES = 32
/** How many kinds of people there are. A kind is twice the index in GENDERS, plus 1 with a disability. */
export const KINDS = 2 * GENDERS.length

/** All people of a pool, one array for each value: one object per person would need much more memory. */
export type People = {
  count: number
  /** For each person a digest instead of a name, 32 bytes each. */
  leaves: Buffer
  points: Float64Array
  /** Indexes into `placeNames`. */
  places: Uint32Array
  kinds: Uint8Array
  placeNames: { unit: string; place: string }[]
  /** Returns the index of a place. A place that is not in the list yet is added. */
  placeIndex: (unit: string, place: string) => number
}

/** Compares two people by their 32 bytes in `digests`, which are the leaves or the lots. */
export function compareDigests(digests: Buffer, left: number, right: number): number {
  const [leftStart, rightStart] = [left * LEAF_BYTES, right * LEAF_BYTES]
  // The first six bytes nearly always differ. Comparing them here is faster than a native call.
  const order = digests.readUIntBE(leftStart, 6) - digests.readUIntBE(rightStart, 6)
  return (
    order || digests.compare(digests, rightStart, rightStart + LEAF_BYTES, leftStart, leftStart + LEAF_BYTES)
  )
}

function kindOf({ gender, disability }: Readonly<Record<string, unknown>>, what: string): number {
  const index = GENDERS.findIndex((name) => name === gender)
  const genders = GENDERS.join(', ').replace(/,(?=[^,]*$)/, ' or')
  must(index >= 0, `${what}: the gender must be ${genders}.`)
  must(typeof disability === 'boolean', `${what}: the disability must be true or false.`)
  return 2 * index + Number(disability)
}

/**
 * Numbers the places in the order in which they occur. In a pack, the pool may come before the rule's places.
 */
function placeNumbers() {
  const placeNames: People['placeNames'] = []
  const units = new Map<string, Map<string, number>>()
  const placeIndex = (unit: string, place: string) => {
    let ofUnit = units.get(unit)
    if (!ofUnit) units.set(unit, (ofUnit = new Map()))
    let index = ofUnit.get(place)
    if (index === undefined) {
      ofUnit.set(place, (index = placeNames.length))
      placeNames.push({ unit, place })
    }
    return index
  }
  return { placeNames, placeIndex }
}

/** Collects the people of a pool. `add` checks one person's entry in the pack, and refuses a wrong pack. */
export function collectPeople() {
  const { placeNames, placeIndex } = placeNumbers()
  let capacity = 1_024
  let leaves = Buffer.alloc(capacity * LEAF_BYTES)
  let points = new Float64Array(capacity)
  let places = new Uint32Array(capacity)
  let kinds = new Uint8Array(capacity)
  let count = 0
  const grow = () => {
    capacity *= 2
    const larger = Buffer.alloc(capacity * LEAF_BYTES)
    leaves.copy(larger)
    leaves = larger
    const largerPoints = new Float64Array(capacity)
    largerPoints.set(points)
    points = largerPoints
    const largerPlaces = new Uint32Array(capacity)
    largerPlaces.set(places)
    places = largerPlaces
    const largerKinds = new Uint8Array(capacity)
    largerKinds.set(kinds)
    kinds = largerKinds
  }
  const add = (value: unknown) => {
    const what = `Person ${count + 1} of the pool`
    const entry = objectOf(value, what)
    if (count === capacity) grow()
    leaves.write(hexOf(entry.leaf, `${what}: the leaf`), count * LEAF_BYTES, 'hex')
    points[count] = wholeNumberOf(entry.points, `${what}: the points`)
    const [unit, place] = [nameOf(entry.unit, `${what}: the unit`), nameOf(entry.place, `${what}: the place`)]
    places[count] = placeIndex(unit, place)
    kinds[count] = kindOf(entry, what)
    count++
  }
  const done = (): People => ({ count, leaves, points, places, kinds, placeNames, placeIndex })
  return { add, done }
}

export const leafOf = ({ leaves }: People, person: number): Entry['leaf'] =>
  leaves.toString('hex', person * LEAF_BYTES, (person + 1) * LEAF_BYTES)

/** The indexes of all people, in the order of their leaves. A leaf that occurs twice refuses the pack. */
export function sortByLeaf(people: People): Uint32Array {
  const { leaves } = people
  const sorted = Uint32Array.from({ length: people.count }, (_, person) => person)
  sorted.sort((left, right) => compareDigests(leaves, left, right))
  sorted.forEach((person, index) => {
    const previousPerson = index === 0 ? undefined : sorted[index - 1]
    const isTwice = previousPerson !== undefined && compareDigests(leaves, previousPerson, person) === 0
    must(!isTwice, `The leaf ${leafOf(people, person)} is in the pool twice.`)
  })
  return sorted
}

/** The index of the person with this leaf, by binary search; undefined if there is none. */
export function findLeaf({ leaves }: People, sorted: Uint32Array, leaf: string): number | undefined {
  const wantedLeaf = Buffer.from(leaf, 'hex')
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const person = sorted[middle] ?? 0
    const order = leaves.compare(wantedLeaf, 0, LEAF_BYTES, person * LEAF_BYTES, (person + 1) * LEAF_BYTES)
    if (order === 0) return person
    // Below 0: the person's leaf comes before the wanted one.
    if (order < 0) low = middle + 1
    else high = middle
  }
  return undefined
}

export const placeShown = ({ unit, place }: { unit: string; place: string }) =>
  `${shown(place)} of the unit ${shown(unit)}`
