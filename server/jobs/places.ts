import { WIDER } from '#contract/jobs/wider-words.ts'
import type { Tx } from '../database/connect.ts'
import { type AreaRow, type CentreRow, findAreas, findCentres, findCounties } from './wider-store.ts'

const MAX_AGE_MS = 30_000
// A place that is named takes at most so many areas, or centres.
const MAX_FOUND = 100
const MIN_LETTERS = 3

type Named<Row> = { row: Row; names: string[][] }
export type Places = { areas: Named<AreaRow>[]; centres: Named<CentreRow>[]; counties: Named<{ id: number; name: string }>[] }

/** Words as people type them: without accents and apostrophes, so that Muranga is Murang'a. */
export const wordsOf = (text: string): string[] =>
  (
    text
      .normalize('NFKD')
      .replace(/[\p{M}'’‘`]/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, WIDER.words)

const namesOf = (texts: string[]) => texts.map((text) => wordsOf(text))

async function read(tx: Tx): Promise<Places> {
  const [areas, centres, counties] = await Promise.all([findAreas(tx), findCentres(tx), findCounties(tx)])
  return {
    areas: areas.map((row) => ({ row, names: namesOf([row.name, ...row.within].map((name) => `${row.county_name} county ${name}`)) })),
    centres: centres.map((row) => ({ row, names: namesOf([`${row.name} ${row.county_name} county`, `${row.location} ${row.county_name} county`]) })),
    counties: counties.map((row) => ({ row, names: namesOf([`${row.name} county`]) })),
  }
}

const ofDatabases = new WeakMap<Tx, { until: number; places: Promise<Places> }>()

/** By-election areas, Huduma Centres and counties by their names, read at most every half minute and after each change of one. */
export function placesOf(tx: Tx): Promise<Places> {
  const before = ofDatabases.get(tx)
  if (before && performance.now() < before.until) return before.places
  const known = { until: performance.now() + MAX_AGE_MS, places: read(tx) }
  ofDatabases.set(tx, known)
  known.places.catch(() => ofDatabases.get(tx) === known && ofDatabases.delete(tx))
  return known.places
}

export const dropPlaces = (tx: Tx) => void ofDatabases.delete(tx)

/** What lies in the place that somebody typed, or around it: every word begins a word of the same name. */
export function named(places: Places, typed: string) {
  const words = wordsOf(typed)
  const tells = words.some((word) => word.length >= MIN_LETTERS)
  const of = <Row extends { id: number }>(all: Named<Row>[]) =>
    tells ? all.filter(({ names }) => names.some((name) => words.every((word) => name.some((entry) => entry.startsWith(word))))).map(({ row }) => row) : []
  return { areas: of(places.areas).slice(0, MAX_FOUND), centres: of(places.centres).slice(0, MAX_FOUND), counties: of(places.counties) }
}
