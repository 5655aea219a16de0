import type { Tx } from '../database/connect.ts'
import { WIDER } from './wider-limits.ts'
import { type AreaRow, type CentreRow, findAreas, findCentres, findCounties } from './wider-store.ts'

// Finds by-election areas, Huduma Centres and counties by a name that a person typed.

const MAX_AGE_MS = 30_000
// The most areas, and the most centres, that a search for a typed place returns.
const MAX_MATCHES = 100
/** At least one typed word must be this long, because shorter words alone match too many places. */
const MIN_CHARACTERS = 3

/** A place and all its names, each as a list of words. */
type NamedPlace<Row> = { row: Row; names: string[][] }
export type Places = {
  areas: NamedPlace<AreaRow>[]
  centres: NamedPlace<CentreRow>[]
  counties: NamedPlace<{ id: number; name: string }>[]
}

/** The words of a text in lower case, without accents and apostrophes. So Muranga matches Murang'a. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’‘`]/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

const namesOf = (texts: string[]) => texts.map((text) => wordsOf(text))

/** Reads all places. Each name contains the county, because a person may type both: `Malava Kakamega`. */
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
 * Reads by-election areas, Huduma Centres and counties with their names. They are cached for 30 s, or until
 * `dropPlaces` is called.
 */
export function placesOf(tx: Tx): Promise<Places> {
  const cachedEntry = cacheOfDatabase.get(tx)
  if (cachedEntry && performance.now() < cachedEntry.until) return cachedEntry.places
  const newEntry = { until: performance.now() + MAX_AGE_MS, places: readPlaces(tx) }
  cacheOfDatabase.set(tx, newEntry)
  // A failed read is removed from the cache, unless a newer read has replaced it already.
  newEntry.places.catch(() => {
    if (cacheOfDatabase.get(tx) === newEntry) cacheOfDatabase.delete(tx)
  })
  return newEntry.places
}

export const dropPlaces = (tx: Tx) => void cacheOfDatabase.delete(tx)

/**
 * The places that match a typed text. Each typed word must be the start of a word in one name of the place.
 * For example, `nak cou` matches `Nakuru county`.
 */
export function matchPlaces(places: Places, typed: string) {
  const words = wordsOf(typed).slice(0, WIDER.maxWords)
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
