import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonical } from '../../contract/canonical.ts'
import { type FactValues, pointsByCriterion, sumOf } from '../../contract/selection-rules/points.ts'
import { QUICKNET } from '../../contract/selection-rules/quicknet.ts'
import type { SelectionRule } from '../../contract/selection-rules/rule.ts'
import type { Entry } from '../../server/selection/pack.ts'
import { leafHash, rootOfHashes } from '../../server/transparency/tree.ts'

// The rule and the pool of the sample selection. The people are invented; the areas are real.

const root = join(import.meta.dirname, '../..')
type Locations = { counties: [number, string][]; constituencies: [number, string, number][] }
const locations: Locations = JSON.parse(readFileSync(join(root, 'public/locations-v1.json'), 'utf8'))

/** Counties of the sample, with the seats and the approximate number of people of each constituency. */
const COUNTIES = [
  { code: 7, seats: 2, people: 6, womenInTen: 2 },
  { code: 42, seats: 2, people: 9, womenInTen: 5 },
  { code: 44, seats: 3, people: 10, womenInTen: 4 },
]

export const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Derives a whole number from a text. The number is below `below`. */
const numberFrom = (text: string, below: number) =>
  createHash('sha256').update(`sample ${text}`).digest().readUInt32BE() % below

const byKey = (left: { place: string }, right: { place: string }) =>
  left.place < right.place ? -1 : Number(left.place > right.place)

export const placeNames = Object.fromEntries([
  ...locations.counties.map(([code, name]) => [`county:${code}`, name]),
  ...locations.constituencies.map(([code, name]) => [`constituency:${code}`, name]),
])
const places = COUNTIES.flatMap((county) =>
  locations.constituencies
    .filter(([, , of]) => of === county.code)
    .map(([code]) => ({ ...county, unit: `county:${county.code}`, place: `constituency:${code}` })),
)

export const rule: SelectionRule = {
  format: 'selection-rule/1',
  job: 'SAMPLE-1',
  version: 1,
  criteria: [
    {
      fact: 'qualification',
      table: [
        { from: 1, points: 10 },
        { from: 3, points: 25 },
        { from: 5, points: 40 },
      ],
    },
    {
      fact: 'experience_years',
      table: [
        { from: 1, points: 5 },
        { from: 2, points: 10 },
        { from: 4, points: 15 },
      ],
    },
    { fact: 'lives_in_area', table: [{ from: 1, points: 6 }] },
  ],
  unit: 'county',
  place: 'constituency',
  seats: places.map(({ unit, place, seats }) => ({ unit, place, seats })).sort(byKey),
  gender: { maxShare: [2, 3], from: 3 },
  disability: { minShare: [1, 20], from: 20 },
  reservePercent: 50,
  beacon: QUICKNET,
}
export const ruleText = canonical(rule)

type Person = { entry: Entry; byCriterion: number[] }

function person(name: string, place: (typeof places)[number]): Person {
  const facts: FactValues = {
    qualification: 1 + numberFrom(`${name} level`, 6),
    experience_years: numberFrom(`${name} years`, 7),
    age_years: 18 + numberFrom(`${name} age`, 40),
    // Three of four people in the sample live in the area for which they apply.
    lives_in_area: Number(numberFrom(`${name} home`, 4) > 0),
    documents: [],
  }
  const byCriterion = pointsByCriterion(rule.criteria, facts)
  const entry: Entry = {
    leaf: sha256(`sample ${name}`),
    unit: place.unit,
    place: place.place,
    points: sumOf(byCriterion),
    gender: numberFrom(`${name} gender`, 10) < place.womenInTen ? 'female' : 'male',
    // Chooses about one person in 25 of the sample.
    disability: numberFrom(`${name} disability`, 25) === 0,
  }
  return { entry, byCriterion }
}

/** Dadaab has fewer people than seats, so that the sample shows unfilled seats. */
const peopleIn = ({ place, people }: (typeof places)[number]) =>
  place === 'constituency:30' ? 1 : people + numberFrom(place, 5)

export const people: Person[] = places
  .flatMap((place) =>
    Array.from({ length: peopleIn(place) }, (_, index) => person(`${place.place} ${index}`, place)),
  )
  .sort((left, right) => (left.entry.leaf < right.entry.leaf ? -1 : 1))

/** The RFC 6962 Merkle root over the sorted leaves of the pool. The salts are invented, like the people. */
export const poolRoot = rootOfHashes(
  people.map(({ entry }) => {
    const salt = Buffer.from(sha256(`sample salt ${entry.leaf}`), 'hex')
    const blind = createHmac('sha256', salt).update('pool').digest('hex')
    return leafHash(Buffer.from(canonical({ blind, ...entry })))
  }),
).toString('hex')
