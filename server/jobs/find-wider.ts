import type { WiderFilters } from '#contract/jobs/endpoints.ts'
import { WIDER } from '#contract/jobs/wider-words.ts'
import type { Tx } from '../database/connect.ts'
import { readJobs } from './find-jobs.ts'
import { named, placesOf } from './places.ts'
import type { JobRow } from './store.ts'
import { findWider } from './wider-store.ts'

// Use only letters and digits, as word prefixes: typed characters must not become operators of the text
// search.
const questionOf = (typed: string) =>
  [...new Set(typed.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])]
    .slice(0, WIDER.words)
    .map((word) => `${word}:*`)
    .join(' & ')

/**
 * Jobs that the list's own search does not find: with all words in any order, or with posts in the place. And
 * the places they take.
 */
export async function findWiderJobs(
  tx: Tx,
  widerFilters: WiderFilters,
  now: Date,
): Promise<{ rows: JobRow[]; places: string[] }> {
  const words = questionOf(widerFilters.search)
  const there = widerFilters.location
    ? named(await placesOf(tx), widerFilters.location)
    : { areas: [], centres: [], counties: [] }
  const isFound = widerFilters.location
    ? words !== '' || Object.values(there).some((some) => some.length > 0)
    : words !== ''
  if (!isFound) return { rows: [], places: [] }
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
  const found = await findWider(
    tx,
    widerFilters,
    { words, areas: ids(there.areas), centres: ids(there.centres), counties: ids(there.counties) },
    now,
  )
  const taken = {
    areas: found.flatMap((row) => row.areas),
    centres: found.flatMap((row) => row.centres),
    counties: found.map((row) => row.county),
  }
  const of = <Place extends { id: number; name: string }>(places: Place[], ids: (number | null)[]) =>
    places.filter(({ id }) => ids.includes(id))
  const places = [
    ...of(there.areas, taken.areas),
    ...of(there.centres, taken.centres),
    ...of(there.counties, taken.counties),
  ]
  const rows = await readJobs(
    tx,
    found.map(({ id }) => id),
  )
  return { rows, places: places.slice(0, WIDER.jobs).map(({ name }) => name) }
}
