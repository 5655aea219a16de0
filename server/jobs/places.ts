import { WIDER } from '#contract/jobs/wider-words.ts'
import type { Tx } from '../database/connect.ts'
import { type AreaRow, type CentreRow, findAreas, findCentres, findCounties } from './wider-store.ts'

const MAX_AGE_MS = 30_000
// A typed place returns at most this many areas, and this many centres.
const MAX_FOUND = 100
const MIN_LETTERS = 3

type Named<Row> = { row: Row; names: string[][] }
export type Places = {
  areas: Named<AreaRow>[]
  centres: Named<CentreRow>[]
  counties: Named<{ id: number; name: string }>[]
}

/** Lower-case words without accents and apostrophes, so that Muranga matches Murang'a. */
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
    areas: areas.map((row) => ({
      row,
      names: namesOf([row.name, ...row.within].map((name) => `${row.county_name} county ${name}`)),
    })),
    centres: centres.map((row) => ({
      row,
      names: namesOf([`${row.name} ${row.county_name} county`, `${row.location} ${row.county_name} county`]),
    })),
    counties: counties.map((row) => ({ row, names: namesOf([`${row.name} county`]) })),
  }
}

const ofDatabases = new WeakMap<Tx, { until: number; places: Promise<Places> }>()

/**
 * By-election areas, Huduma Centres and counties with their names, read at most every 30 s and after
 * `dropPlaces`.
 */
export function placesOf(tx: Tx): Promise<Places> {
  const before = ofDatabases.get(tx)
  if (before && performance.now() < before.until) return before.places
  const known = { until: performance.now() + MAX_AGE_MS, places: read(tx) }
  ofDatabases.set(tx, known)
  known.places.catch(() => ofDatabases.get(tx) === known && ofDatabases.delete(tx))
  return known.places
}

export const dropPlaces = (tx: Tx) => void ofDatabases.delete(tx)

/**
 * The places that match the typed text: every typed word must be the beginning of a word of the same name.
 */
export function named(places: Places, typed: string) {
  const words = wordsOf(typed)
  const tells = words.some((word) => word.length >= MIN_LETTERS)
  const of = <Row extends { id: number }>(all: Named<Row>[]) =>
    tells
      ? all
          .filter(({ names }) =>
            names.some((name) => words.every((word) => name.some((entry) => entry.startsWith(word)))),
          )
          .map(({ row }) => row)
      : []
  return {
    areas: of(places.areas).slice(0, MAX_FOUND),
    centres: of(places.centres).slice(0, MAX_FOUND),
    counties: of(places.counties),
  }
}
