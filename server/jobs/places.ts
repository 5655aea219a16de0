import { WIDER } from '#contract/jobs/wider-words.ts'
import type { Tx } from '../database/connect.ts'
import { type AreaRow, type CentreRow, findAreas, findCentres, findCounties } from './wider-store.ts'

// Finds by-election areas, Huduma Centres and counties by a name that a person typed.

const MAX_AGE_MS = 30_000
// A typed place returns at most this many areas, and this many centres.
const MAX_MATCHES = 100
/** A typed place needs one word of this length, because shorter ones match too many places. */
const MIN_CHARACTERS = 3

/** A place and all its names, each as a list of words. */
type NamedPlace<Row> = { row: Row; names: string[][] }
export type Places = {
  areas: NamedPlace<AreaRow>[]
  centres: NamedPlace<CentreRow>[]
  counties: NamedPlace<{ id: number; name: string }>[]
}

/** Lower-case words without accents and apostrophes, so that Muranga matches Murang'a. */
export const wordsOf = (text: string): string[] =>
  (
    text
      .normalize('NFKD')
      .replace(/[\p{M}'’‘`]/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, WIDER.maxWords)

const namesOf = (texts: string[]) => texts.map((text) => wordsOf(text))

async function readPlaces(tx: Tx): Promise<Places> {
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

const cacheOfDatabase = new WeakMap<Tx, { until: number; places: Promise<Places> }>()

/**
 * By-election areas, Huduma Centres and counties with their names, read at most every 30 s and after
 * `dropPlaces`.
 */
export function placesOf(tx: Tx): Promise<Places> {
  const cachedEntry = cacheOfDatabase.get(tx)
  if (cachedEntry && performance.now() < cachedEntry.until) return cachedEntry.places
  const newEntry = { until: performance.now() + MAX_AGE_MS, places: readPlaces(tx) }
  cacheOfDatabase.set(tx, newEntry)
  // A failed read is not cached, unless a newer one has replaced it.
  newEntry.places.catch(() => {
    if (cacheOfDatabase.get(tx) === newEntry) cacheOfDatabase.delete(tx)
  })
  return newEntry.places
}

export const dropPlaces = (tx: Tx) => void cacheOfDatabase.delete(tx)

/**
 * The places that match the typed text. A place matches when each typed word is the start of a word in one
 * of its names, the same name for all: `nak cou` matches `Nakuru county`.
 */
export function matchPlaces(places: Places, typed: string) {
  const words = wordsOf(typed)
  const isSpecific = words.some((word) => word.length >= MIN_CHARACTERS)
  const isMatch = (nameWords: string[]) =>
    words.every((word) => nameWords.some((nameWord) => nameWord.startsWith(word)))
  const matching = <Row extends { id: number }>(namedPlaces: NamedPlace<Row>[]) =>
    isSpecific ? namedPlaces.filter(({ names }) => names.some(isMatch)).map(({ row }) => row) : []
  return {
    areas: matching(places.areas).slice(0, MAX_MATCHES),
    centres: matching(places.centres).slice(0, MAX_MATCHES),
    counties: matching(places.counties),
  }
}
